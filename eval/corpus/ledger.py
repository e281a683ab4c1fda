"""A double-entry ledger: accounts, postings, balances and reports.

Part of codeshot's built-in evaluation corpus. It is ordinary code written to
be sampled from, and it runs: ``python ledger.py journal.txt balance``.
"""
import argparse
import datetime as dt
import re
import sys
from collections import OrderedDict, defaultdict
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, Decimal, InvalidOperation
from typing import Dict, Iterable, Iterator, List, Optional, Tuple

ACCOUNT_KINDS = ("assets", "liabilities", "equity", "income", "expenses")
DATE_FORMATS = ("%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y")
AMOUNT = re.compile(r"^(?P<sign>-?)\s*(?P<number>[\d,]+(?:\.\d+)?)\s*(?P<unit>[A-Z]{3})?$")
COMMENT_MARKS = ("#", ";", "%")


class LedgerError(Exception):
    """Something in a journal that cannot be booked."""

    def __init__(self, message: str, line: Optional[int] = None) -> None:
        super().__init__(message)
        self.line = line

    def __str__(self) -> str:
        message = super().__str__()
        return message if self.line is None else f"line {self.line}: {message}"


@dataclass(frozen=True)
class Amount:
    """A number of some unit; units never mix without an exchange rate."""

    number: Decimal
    unit: str = "EUR"

    @classmethod
    def parse(cls, text: str, default_unit: str = "EUR") -> "Amount":
        match = AMOUNT.match(text.strip())
        if match is None:
            raise LedgerError(f"not an amount: {text!r}")
        try:
            number = Decimal(match.group("number").replace(",", ""))
        except InvalidOperation as error:
            raise LedgerError(f"not a number: {text!r}") from error
        if match.group("sign"):
            number = -number
        return cls(number, match.group("unit") or default_unit)

    def __add__(self, other: "Amount") -> "Amount":
        self._check(other)
        return Amount(self.number + other.number, self.unit)

    def __sub__(self, other: "Amount") -> "Amount":
        self._check(other)
        return Amount(self.number - other.number, self.unit)

    def __neg__(self) -> "Amount":
        return Amount(-self.number, self.unit)

    def __bool__(self) -> bool:
        return self.number != 0

    def _check(self, other: "Amount") -> None:
        if self.unit != other.unit:
            raise LedgerError(f"cannot add {other.unit} to {self.unit}: give a rate")

    def rounded(self, places: int = 2) -> "Amount":
        quantum = Decimal(1).scaleb(-places)
        return Amount(self.number.quantize(quantum, rounding=ROUND_HALF_EVEN), self.unit)

    def __str__(self) -> str:
        return f"{self.rounded().number:,.2f} {self.unit}"


@dataclass
class Posting:
    account: str
    amount: Optional[Amount]
    note: str = ""
    line: Optional[int] = None

    def is_open(self) -> bool:
        """Whether the amount is to be filled in from the other postings."""
        return self.amount is None


@dataclass
class Transaction:
    date: dt.date
    payee: str
    postings: List[Posting] = field(default_factory=list)
    tags: Dict[str, str] = field(default_factory=dict)
    line: Optional[int] = None

    def balance(self) -> Dict[str, Decimal]:
        sums: Dict[str, Decimal] = defaultdict(Decimal)
        for posting in self.postings:
            if posting.amount is not None:
                sums[posting.amount.unit] += posting.amount.number
        return {unit: number for unit, number in sums.items() if number != 0}

    def complete(self) -> "Transaction":
        """Fills in the one open posting, or checks that there is nothing to fill in."""
        open_postings = [posting for posting in self.postings if posting.is_open()]
        left = self.balance()
        if len(open_postings) > 1:
            raise LedgerError("more than one posting without an amount", self.line)
        if open_postings:
            if len(left) > 1:
                raise LedgerError("cannot fill in an amount in several units", self.line)
            unit, number = next(iter(left.items()), ("EUR", Decimal(0)))
            open_postings[0].amount = Amount(-number, unit)
        elif left:
            shown = ", ".join(str(Amount(number, unit)) for unit, number in sorted(left.items()))
            raise LedgerError(f"{self.payee} does not balance: {shown} left over", self.line)
        return self


class Journal:
    """Transactions in the order of their dates, with an index by account."""

    def __init__(self) -> None:
        self.transactions: List[Transaction] = []
        self.accounts: "OrderedDict[str, List[int]]" = OrderedDict()
        self.rates: Dict[Tuple[str, str], Decimal] = {}

    def __len__(self) -> int:
        return len(self.transactions)

    def __iter__(self) -> Iterator[Transaction]:
        return iter(self.transactions)

    def add(self, transaction: Transaction) -> None:
        transaction.complete()
        for posting in transaction.postings:
            kind = posting.account.split(":", 1)[0].lower()
            if kind not in ACCOUNT_KINDS:
                known = ", ".join(ACCOUNT_KINDS)
                raise LedgerError(f"account {posting.account} is none of {known}", posting.line)
            self.accounts.setdefault(posting.account, []).append(len(self.transactions))
        self.transactions.append(transaction)

    def sort(self) -> None:
        order = sorted(range(len(self.transactions)), key=lambda at: (self.transactions[at].date, at))
        place = {old: new for new, old in enumerate(order)}
        self.transactions = [self.transactions[at] for at in order]
        for account, numbers in self.accounts.items():
            self.accounts[account] = sorted(place[number] for number in numbers)

    def between(self, first: Optional[dt.date], last: Optional[dt.date]) -> Iterator[Transaction]:
        for transaction in self.transactions:
            if first is not None and transaction.date < first:
                continue
            if last is not None and transaction.date > last:
                continue
            yield transaction

    def set_rate(self, unit: str, into: str, rate: Decimal) -> None:
        if rate <= 0:
            raise LedgerError(f"a rate must be above zero, {unit} to {into} is {rate}")
        self.rates[(unit, into)] = rate
        self.rates[(into, unit)] = 1 / rate

    def convert(self, amount: Amount, unit: str) -> Amount:
        if amount.unit == unit:
            return amount
        try:
            return Amount(amount.number * self.rates[(amount.unit, unit)], unit)
        except KeyError:
            raise LedgerError(f"no rate from {amount.unit} to {unit}") from None

    def balances(self, unit: str = "EUR", last: Optional[dt.date] = None) -> Dict[str, Amount]:
        sums: Dict[str, Amount] = {}
        for transaction in self.between(None, last):
            for posting in transaction.postings:
                converted = self.convert(posting.amount, unit)
                before = sums.get(posting.account, Amount(Decimal(0), unit))
                sums[posting.account] = before + converted
        return dict(sorted(sums.items()))


class Parser:
    """Reads journals: a dated head line, then indented postings, then a blank line."""

    def __init__(self, default_unit: str = "EUR") -> None:
        self.default_unit = default_unit
        self.journal = Journal()
        self._open: Optional[Transaction] = None

    def feed(self, lines: Iterable[str]) -> Journal:
        for number, raw in enumerate(lines, start=1):
            line = self._strip_comment(raw.rstrip("\n"))
            try:
                self._line(line, number)
            except LedgerError as error:
                if error.line is None:
                    error.line = number
                raise
        self._close()
        self.journal.sort()
        return self.journal

    @staticmethod
    def _strip_comment(line: str) -> str:
        for mark in COMMENT_MARKS:
            at = line.find(mark)
            if at >= 0 and (at == 0 or line[at - 1].isspace()):
                line = line[:at]
        return line.rstrip()

    def _line(self, line: str, number: int) -> None:
        if not line:
            self._close()
        elif line[0].isspace():
            self._posting(line.strip(), number)
        elif line.startswith("rate "):
            self._rate(line[len("rate "):])
        else:
            self._close()
            self._head(line, number)

    def _head(self, line: str, number: int) -> None:
        day, _, payee = line.partition(" ")
        tags = dict(re.findall(r"(\w+)=(\S+)", payee))
        payee = re.sub(r"\s*\w+=\S+", "", payee).strip()
        if not payee:
            raise LedgerError("a transaction needs a payee", number)
        self._open = Transaction(parse_date(day), payee, tags=tags, line=number)

    def _posting(self, line: str, number: int) -> None:
        if self._open is None:
            raise LedgerError("a posting without a transaction", number)
        parts = re.split(r"\s{2,}|\t", line, maxsplit=1)
        amount = Amount.parse(parts[1], self.default_unit) if len(parts) > 1 else None
        self._open.postings.append(Posting(parts[0], amount, line=number))

    def _rate(self, text: str) -> None:
        try:
            unit, into, rate = text.split()
            self.journal.set_rate(unit, into, Decimal(rate))
        except (ValueError, InvalidOperation) as error:
            raise LedgerError(f"a rate is written 'rate USD EUR 0.92', not {text!r}") from error

    def _close(self) -> None:
        if self._open is not None:
            if len(self._open.postings) < 2:
                raise LedgerError("a transaction has at least two postings", self._open.line)
            self.journal.add(self._open)
            self._open = None


def parse_date(text: str) -> dt.date:
    for form in DATE_FORMATS:
        try:
            return dt.datetime.strptime(text, form).date()
        except ValueError:
            continue
    raise LedgerError(f"not a date: {text!r}; write it as 2024-05-31")


def rollup(balances: Dict[str, Amount], depth: int) -> Dict[str, Amount]:
    """Sums accounts to the first ``depth`` parts of their names."""
    sums: Dict[str, Amount] = {}
    for account, amount in balances.items():
        name = ":".join(account.split(":")[:depth])
        sums[name] = sums[name] + amount if name in sums else amount
    return sums


def print_balance(journal: Journal, unit: str, depth: int, out=sys.stdout) -> None:
    balances = rollup(journal.balances(unit), depth)
    width = max((len(account) for account in balances), default=0)
    for account, amount in balances.items():
        if amount:
            print(f"{account:<{width}}  {str(amount):>18}", file=out)
    total = sum((amount.number for amount in balances.values()), Decimal(0))
    print("-" * (width + 20), file=out)
    print(f"{'total':<{width}}  {str(Amount(total, unit)):>18}", file=out)


def print_register(journal: Journal, account: str, unit: str, out=sys.stdout) -> None:
    running = Amount(Decimal(0), unit)
    for number in journal.accounts.get(account, []):
        transaction = journal.transactions[number]
        for posting in transaction.postings:
            if posting.account == account:
                running = running + journal.convert(posting.amount, unit)
                day = transaction.date.isoformat()
                print(f"{day}  {transaction.payee:<30.30}  {posting.amount!s:>14}  {running!s:>14}", file=out)


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("journal")
    parser.add_argument("report", choices=("balance", "register"))
    parser.add_argument("--account", default="Assets:Bank")
    parser.add_argument("--unit", default="EUR")
    parser.add_argument("--depth", type=int, default=2)
    options = parser.parse_args(arguments)
    try:
        with open(options.journal, encoding="utf-8") as lines:
            journal = Parser(options.unit).feed(lines)
        if options.report == "balance":
            print_balance(journal, options.unit, options.depth)
        else:
            print_register(journal, options.account, options.unit)
    except (LedgerError, OSError) as error:
        print(f"ledger: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
