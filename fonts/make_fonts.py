#!/usr/bin/env python3
"""Make codeshot's embedded fonts from published packages.

    make_fonts.py SOURCES OUT

SOURCES is a folder holding these package files, as the registries' own clients fetch
them (`npm pack NAME@VERSION`, `apt-get download NAME=VERSION`):

    fontsource-variable-inconsolata-5.3.0.tgz    Inconsolata, variable woff2 subsets
    fontsource-jetbrains-mono-5.3.0.tgz          only for its OFL text
    fontsource-unifont-5.3.0.tgz                 only for its OFL text
    fonts-jetbrains-mono_2.242+ds-3_all.deb
    fonts-dejavu-core_2.37-6_all.deb
    fonts-unifont_15.0.01-2_all.deb (Debian writes the epoch as %3a: 1%3a15.0.01-2)

Needs fonttools 4.68.0, brotli 1.2.1, cffsubr and dpkg-deb.  Same input, same bytes.
"""
import hashlib
import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import cffsubr
from fontTools import merge, subset
from fontTools.pens.recordingPen import DecomposingRecordingPen, RecordingPen
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.varLib import instancer

STAMP = 3786912000                       # head.modified: 2024-01-01, seconds since 1904
DROP = {"GSUB", "GPOS", "GDEF", "kern", "fpgm", "prep", "cvt ", "gasp", "DSIG", "FFTM",
        "HVAR", "MVAR", "STAT", "avar", "hdmx", "VDMX", "LTSH", "meta"}
OFL = ("This Font Software is licensed under the SIL Open Font License, Version 1.1.",
       "https://scripts.sil.org/OFL")


# ------------------------------------------------------------------ sources

def one(folder, pattern):
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise SystemExit(f"expected one {pattern} in the sources, found {len(found)}")
    return found[0]


def from_npm(archive, member):
    with tarfile.open(archive) as tar:
        return tar.extractfile(f"package/{member}").read()


def from_deb(archive, member):
    data = subprocess.run(["dpkg-deb", "--fsys-tarfile", archive], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        return tar.extractfile(f"./{member}").read()


def load(data):
    return TTFont(io.BytesIO(data), recalcTimestamp=False)


# ------------------------------------------------------------------ common steps

def strip(font):
    """No hinting, no layout tables, no glyph names."""
    for tag in [t for t in font.keys() if t in DROP]:
        del font[tag]
    for glyph in font["glyf"].glyphs.values() if "glyf" in font else ():
        glyph.expand(font["glyf"])
        glyph.removeHinting()
    if "maxp" in font and hasattr(font["maxp"], "maxSizeOfInstructions"):
        maxp = font["maxp"]
        maxp.maxSizeOfInstructions = maxp.maxFunctionDefs = maxp.maxStorage = 0
        maxp.maxInstructionDefs = maxp.maxStackElements = maxp.maxTwilightPoints = 0
        maxp.maxZones = 1
    font["post"].formatType = 3.0
    for name in ("extraNames", "mapping"):
        if hasattr(font["post"], name):
            delattr(font["post"], name)


def rename(font, family, style, copyright_, licence, trademark=None):
    table = newTable("name")
    table.names = []
    full = family if style == "Regular" else f"{family} {style}"
    # Families hold regular and bold only by name 2; others go by 16 and 17.
    records = {0: copyright_, 1: full, 2: "Regular", 3: f"codeshot:{full}", 4: full, 5: "Version 1.000",
               6: full.replace(" ", "") + ("-Regular" if style == "Regular" else ""),
               13: licence[0], 14: licence[1]}
    if style != "Regular":
        records.update({16: family, 17: style})
    if trademark:
        records[7] = trademark
    for key, text in sorted(records.items()):
        table.setName(text, key, 3, 1, 0x409)
    font["name"] = table


def save(font, path):
    font.flavor = None
    font["head"].modified = font["head"].created = STAMP
    font.recalcTimestamp = False
    font.save(path, reorderTables=True)


def coverage(font):
    return {c for c in font.getBestCmap() if c >= 0x20}


# ------------------------------------------------------------------ the dense face

def contours(font, name):
    pen = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()[name].draw(pen)
    out, part = [], []
    for op, points in pen.value:
        part.append((op, [(round(x), round(y)) for x, y in points]))
        if op == "closePath":
            out.append(part)
            part = []
    return out


def put(font, name, draw):
    pen = TTGlyphPen(None)
    draw(pen)
    glyph = pen.glyph()
    glyph.recalcBounds(font["glyf"])
    font["glyf"][name] = glyph
    font["hmtx"][name] = (font["hmtx"][name][0], glyph.xMin)


def dotted_zero(font, rx, ry):
    """The face's own ring without its slash, and a small ellipse in the middle."""
    ring = sorted(contours(font, "zero"), key=lambda c: max(y for _, ps in c for _, y in ps))[-2:]
    ys = [y for _, ps in ring[1] for _, y in ps]
    cx, cy, a = 250, (max(ys) + min(ys)) // 2, 0.41421356
    left, right, top, bottom = cx - rx, cx + rx, cy + ry, cy - ry
    ax, ay = round(rx * a), round(ry * a)

    def draw(pen):
        for op, points in (step for contour in ring for step in contour):
            getattr(pen, op)(*points)
        pen.moveTo((cx, top))
        pen.qCurveTo((cx + ax, top), (right, cy + ay), (right, cy))
        pen.qCurveTo((right, cy - ay), (cx + ax, bottom), (cx, bottom))
        pen.qCurveTo((cx - ax, bottom), (left, cy - ay), (left, cy))
        pen.qCurveTo((left, cy + ay), (cx - ax, top), (cx, top))
        pen.closePath()

    put(font, "zero", draw)


def footed_l(font, reach):
    """l stands on a foot to the right only, so that it differs from I and from 1."""
    p = [points[0] for _, points in contours(font, "l")[0] if points]
    assert len(p) == 10, "l is not the ten-cornered shape this was drawn for"
    stem, foot, under, flag, top, right = p[2][0], p[1][1], p[3][1], p[4][0], p[5][1], p[6][0]
    corners = [(stem, 0), (stem, under), (flag, under), (flag, top), (right, top), (right, foot),
               (reach, foot), (reach, 0)]

    def draw(pen):
        pen.moveTo(corners[0])
        for corner in corners[1:]:
            pen.lineTo(corner)
        pen.closePath()

    put(font, "l", draw)


def ellipse(left, bottom, right, top):
    cx, cy = (left + right) // 2, (bottom + top) // 2
    ax, ay = round((right - left) / 2 * 0.41421356), round((top - bottom) / 2 * 0.41421356)
    return [("moveTo", [(cx, top)]),
            ("qCurveTo", [(cx + ax, top), (right, cy + ay), (right, cy)]),
            ("qCurveTo", [(right, cy - ay), (cx + ax, bottom), (cx, bottom)]),
            ("qCurveTo", [(cx - ax, bottom), (left, cy - ay), (left, cy)]),
            ("qCurveTo", [(left, cy + ay), (cx - ax, top), (cx, top)]),
            ("closePath", [])]


def polygon(*corners):
    return [("moveTo", [corners[0]])] + [("lineTo", [c]) for c in corners[1:]] + [("closePath", [])]


def moved(contour, to):
    return [(op, [to(*p) for p in points]) for op, points in contour]


def flipped(contour):
    """The mirror image about x = 250, in the same sense of rotation."""
    pen = RecordingPen()
    back = ReverseContourPen(pen)
    for op, points in moved(contour, lambda x, y: (500 - x, y)):
        getattr(back, op)(*points)
    return [(op, list(points)) for op, points in pen.value]


def put_all(font, char, parts):
    def draw(pen):
        for op, points in (step for contour in parts for step in contour):
            getattr(pen, op)(*points)
    put(font, font.getBestCmap()[ord(char)], draw)


# Drawn for cells whose columns are 100 units wide: body and stem fill the column 200-300.
HOOK = polygon((200, 80), (320, 80), (320, -30), (215, -140), (80, -140), (80, -85), (200, -60))
BRACE = [("moveTo", [(410, 701)]),
         ("lineTo", [(410, 641)]),
         ("lineTo", [(330, 641)]),
         ("qCurveTo", [(280, 641), (280, 590)]),
         ("lineTo", [(280, 415)]),
         ("qCurveTo", [(280, 345), (215, 318)]),
         ("qCurveTo", [(280, 290), (280, 215)]),
         ("lineTo", [(280, 20)]),
         ("qCurveTo", [(280, -35), (330, -35)]),
         ("lineTo", [(410, -35)]),
         ("lineTo", [(410, -95)]),
         ("lineTo", [(310, -95)]),
         ("qCurveTo", [(205, -95), (205, 15)]),
         ("lineTo", [(205, 200)]),
         ("qCurveTo", [(205, 285), (60, 285)]),
         ("lineTo", [(60, 350)]),
         ("qCurveTo", [(205, 350), (205, 420)]),
         ("lineTo", [(205, 600)]),
         ("qCurveTo", [(205, 701), (310, 701)]),
         ("closePath", [])]
TICK = polygon((60, 715), (180, 715), (370, 500), (290, 470))


def punctuation(font):
    """Semicolon, tilde, braces, backtick and the dots of i and j, told apart on few pixels."""
    cmap = font.getBestCmap()
    old = {c: contours(font, cmap[ord(c)]) for c in ";~ij"}
    grave = contours(font, cmap[0x300])              # U+0300 is built from `: it keeps its shape

    put_all(font, ";", [HOOK, old[";"][1]])
    put_all(font, "~", [moved(old["~"][0], lambda x, y: (
        round(250 + (x - 266) * 1.1), round(350 + (y - 320) * 2.2)))])
    put_all(font, "{", [BRACE])
    put_all(font, "}", [flipped(BRACE)])
    put_all(font, "`", [TICK])
    put_all(font, "\u0300", grave)
    for char in "ij":
        xs = [x for _, points in old[char][1] for x, _ in points]
        x = (min(xs) + max(xs)) // 2
        put_all(font, char, [old[char][0], ellipse(x - 65, 600, x + 65, 714)])


def inconsolata(archive, weight, work):
    parts, have = [], set()
    for part in ("latin", "latin-ext", "vietnamese"):
        font = load(from_npm(archive, f"files/inconsolata-{part}-wght-normal.woff2"))
        font = instancer.instantiateVariableFont(font, {"wght": weight})
        font.flavor = None
        strip(font)
        want = coverage(font) - have
        have |= want
        opts = subset.Options(layout_features=[], notdef_outline=True, glyph_names=True, hinting=False)
        cut = subset.Subsetter(opts)
        cut.populate(unicodes=want)
        cut.subset(font)
        path = work / f"inconsolata-{weight}-{part}.ttf"
        font.save(path)
        parts.append(str(path))
    names = {c: n for c, n in load(Path(parts[0]).read_bytes()).getBestCmap().items()}
    assert names[ord("0")] == "zero"
    return merge.Merger().merge(parts)


def dense(archive, weight, style, rx, ry, out, work):
    font = inconsolata(archive, weight, work)
    font.recalcTimestamp = False
    cmap = font.getBestCmap()
    assert cmap[ord("0")] == "zero" and cmap[ord("l")] == "l"
    dotted_zero(font, rx, ry)
    footed_l(font, 465)
    punctuation(font)
    font["OS/2"].usWeightClass = weight
    font["head"].macStyle = 0
    font["OS/2"].fsSelection = 0x40
    strip(font)
    rename(font, "Codeshot Dense", style,
           "Copyright 2006 The Inconsolata Project Authors (https://github.com/cyrealtype/Inconsolata)", OFL)
    save(font, out)


# ------------------------------------------------------------------ the others

def plain(data, family, out):
    """A face as it is, without hinting, layout tables and most names."""
    font = load(data)
    old = {n.nameID: str(n) for n in font["name"].names if n.platformID == 3 and n.langID == 0x409}
    strip(font)
    rename(font, family, "Regular", old[0].strip(), (old[13], old[14]), old.get(7))
    save(font, out)


def unifont(data, family, keep, out):
    font = load(data)
    old = {n.nameID: str(n) for n in font["name"].names if n.platformID == 3}
    assert "SIL Open Font License version 1.1" in old[13], "this version is not offered under the OFL"
    want = {c for c in coverage(font) if keep(c)}
    opts = subset.Options(layout_features=[], notdef_outline=True, hinting=False)
    opts.drop_tables += ["GSUB", "GPOS"]
    cut = subset.Subsetter(opts)
    cut.populate(unicodes=want)
    cut.subset(font)
    strip(font)
    cffsubr.subroutinize(font, keep_glyph_names=False)
    top = font["CFF "].cff
    top.fontNames[0] = family.replace(" ", "")
    for key in ("FullName", "FamilyName", "Notice", "Copyright"):
        top.topDictIndex[0].rawDict.pop(key, None)
        top.topDictIndex[0].__dict__.pop(key, None)
    rename(font, family, "Regular", old[0], OFL)
    save(font, out)


def main():
    src, out = Path(sys.argv[1]), Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    inc = one(src, "fontsource-variable-inconsolata-5.3.0.tgz")
    jet = one(src, "fonts-jetbrains-mono_*.deb")
    dej = one(src, "fonts-dejavu-core_*.deb")
    uni = one(src, "fonts-unifont_*.deb")
    with tempfile.TemporaryDirectory() as work:
        dense(inc, 400, "Regular", 30, 42, out / "CodeshotDense-Regular.ttf", Path(work))
    plain(from_deb(jet, "usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf"),
          "JetBrains Mono", out / "JetBrainsMono-Regular.ttf")
    plain(from_deb(dej, "usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"),
          "DejaVu Sans Mono", out / "DejaVuSansMono.ttf")
    folder = "usr/share/fonts/opentype/unifont"
    unifont(from_deb(uni, f"{folder}/unifont.otf"), "Codeshot Wide", lambda c: True, out / "CodeshotWide.otf")
    unifont(from_deb(uni, f"{folder}/unifont_upper.otf"), "Codeshot Pictographs",
            lambda c: 0x1D400 <= c <= 0x1D7FF or 0x1F000 <= c <= 0x1FBFF, out / "CodeshotPictographs.otf")

    ofl = from_npm(one(src, "fontsource-unifont-5.3.0.tgz"), "LICENSE").decode()
    head = ("Copyright 1998-2022 Roman Czyborra, Paul Hardy, Qianqian Fang, Andrew Miller, Johnnie Weaver,\n"
            "David Corbett, Nils Moskopp, Rebecca Bettencourt, et al. (GNU Unifont 15.0.01)\n\n"
            "The fonts' own licence record (name 13) reads: \"Dual license: SIL Open Font License version\n"
            "1.1, and GNU GPL version 2 or later with the GNU Font Embedding Exception.\" They are used and\n"
            "changed here under the SIL Open Font License version 1.1.\n\n")
    (out / "Unifont-OFL.txt").write_text(head + ofl, encoding="utf-8")
    (out / "Inconsolata-OFL.txt").write_bytes(from_npm(inc, "LICENSE"))
    (out / "JetBrainsMono-OFL.txt").write_bytes(
        from_npm(one(src, "fontsource-jetbrains-mono-5.3.0.tgz"), "LICENSE"))
    (out / "DejaVu-LICENSE.txt").write_bytes(from_deb(dej, "usr/share/doc/fonts-dejavu-core/copyright"))

    for path in sorted(out.iterdir()):
        if path.suffix in (".ttf", ".otf"):
            data = path.read_bytes()
            n = len(coverage(load(data)))
            print(f"{path.name} | {len(data)} bytes | {n} code points | {hashlib.sha256(data).hexdigest()}")


if __name__ == "__main__":
    main()
