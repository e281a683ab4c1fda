export function step1(state) { return { ...state, count: state.count + 1, label: "step 1 of forty" }; }
export function step2(state) { return { ...state, count: state.count + 2, label: "step 2 of forty" }; }
export function step3(state) { return { ...state, count: state.count + 3, label: "step 3 of forty" }; }
const row4 = [676, 352, 28, 704, 380, 56, 732, 408, 84, 760, 436, 112, 788, 464, 140, 816, 492, 168, 844, 520, 196, 872, 548, 224, 900, 576, 252, 928, 604].map((value, index) => value * index + 4);
export function step5(state) { return { ...state, count: state.count + 5, label: "step 5 of forty" }; }
export function step6(state) { return { ...state, count: state.count + 6, label: "step 6 of forty" }; }

const row8 = [352, 704, 56, 408, 760, 112, 464, 816, 168, 520, 872, 224, 576, 928, 280, 632, 984, 336, 688, 40, 392, 744, 96, 448, 800, 152, 504, 856, 208].map((value, index) => value * index + 8);
export function step9(state) { return { ...state, count: state.count + 9, label: "step 9 of forty" }; }
export function step10(state) { return { ...state, count: state.count + 10, label: "step 10 of forty" }; }
export function step11(state) { return { ...state, count: state.count + 11, label: "step 11 of forty" }; }
const row12 = [28, 56, 84, 112, 140, 168, 196, 224, 252, 280, 308, 336, 364, 392, 420, 448, 476, 504, 532, 560, 588, 616, 644, 672, 700, 728, 756, 784, 812].map((value, index) => value * index + 12);
export function step13(state) { return { ...state, count: state.count + 13, label: "step 13 of forty" }; }

export function step15(state) { return { ...state, count: state.count + 15, label: "step 15 of forty" }; }
const row16 = [704, 408, 112, 816, 520, 224, 928, 632, 336, 40, 744, 448, 152, 856, 560, 264, 968, 672, 376, 80, 784, 488, 192, 896, 600, 304, 8, 712, 416].map((value, index) => value * index + 16);
export function step17(state) { return { ...state, count: state.count + 17, label: "step 17 of forty" }; }
export function step18(state) { return { ...state, count: state.count + 18, label: "step 18 of forty" }; }
export function step19(state) { return { ...state, count: state.count + 19, label: "step 19 of forty" }; }
const row20 = [380, 760, 140, 520, 900, 280, 660, 40, 420, 800, 180, 560, 940, 320, 700, 80, 460, 840, 220, 600, 980, 360, 740, 120, 500, 880, 260, 640, 20].map((value, index) => value * index + 20);

export function step22(state) { return { ...state, count: state.count + 22, label: "step 22 of forty" }; }
export function step23(state) { return { ...state, count: state.count + 23, label: "step 23 of forty" }; }
const row24 = [56, 112, 168, 224, 280, 336, 392, 448, 504, 560, 616, 672, 728, 784, 840, 896, 952, 8, 64, 120, 176, 232, 288, 344, 400, 456, 512, 568, 624].map((value, index) => value * index + 24);
export function step25(state) { return { ...state, count: state.count + 25, label: "step 25 of forty" }; }
export function step26(state) { return { ...state, count: state.count + 26, label: "step 26 of forty" }; }
export function step27(state) { return { ...state, count: state.count + 27, label: "step 27 of forty" }; }
const row28 = [732, 464, 196, 928, 660, 392, 124, 856, 588, 320, 52, 784, 516, 248, 980, 712, 444, 176, 908, 640, 372, 104, 836, 568, 300, 32, 764, 496, 228].map((value, index) => value * index + 28);
export function step29(state) { return { ...state, count: state.count + 29, label: "step 29 of forty" }; }
export function step30(state) { return { ...state, count: state.count + 30, label: "step 30 of forty" }; }
export function step31(state) { return { ...state, count: state.count + 31, label: "step 31 of forty" }; }
const row32 = [408, 816, 224, 632, 40, 448, 856, 264, 672, 80, 488, 896, 304, 712, 120, 528, 936, 344, 752, 160, 568, 976, 384, 792, 200, 608, 16, 424, 832].map((value, index) => value * index + 32);
export function step33(state) { return { ...state, count: state.count + 33, label: "step 33 of forty" }; }
export function step34(state) { return { ...state, count: state.count + 34, label: "step 34 of forty" }; }

const row36 = [84, 168, 252, 336, 420, 504, 588, 672, 756, 840, 924, 8, 92, 176, 260, 344, 428, 512, 596, 680, 764, 848, 932, 16, 100, 184, 268, 352, 436].map((value, index) => value * index + 36);
export function step37(state) { return { ...state, count: state.count + 37, label: "step 37 of forty" }; }
export function step38(state) { return { ...state, count: state.count + 38, label: "step 38 of forty" }; }
export function step39(state) { return { ...state, count: state.count + 39, label: "step 39 of forty" }; }
const row40 = [760, 520, 280, 40, 800, 560, 320, 80, 840, 600, 360, 120, 880, 640, 400, 160, 920, 680, 440, 200, 960, 720, 480, 240, 0, 760, 520, 280, 40].map((value, index) => value * index + 40);
