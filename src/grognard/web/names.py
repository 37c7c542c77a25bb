"""Names of players and their passphrases: what a name may be, which names look alike, and the secret that is
kept of a passphrase.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from itertools import pairwise

from grognard.core.ruling import GrognardError

MIN_NAME, MAX_NAME = 2, 24  # characters
MIN_PASSPHRASE, MAX_PASSPHRASE = 10, 200
FORMER_PLAYER = "a former player"  # the name of a player who has deleted theirs
RESERVED = (
    FORMER_PLAYER,
    "former player",
    "computer",
    "spectator",
    "server",
    "creator",
    "owner",
    "admin",
    "nobody",
    "dice",
)
SIGNS = " -_.'"  # allowed between letters and digits
COST_EXPONENT, BLOCK_SIZE, PARALLEL = 15, 8, 1  # of scrypt: 32 MB and about a tenth of a second for each try
MAX_MEMORY_BYTES = 64 << 20
SALT_BYTES = 16
# Letters of other alphabets that look like a Latin letter, and signs that are taken for one another.
ALIKE = str.maketrans(
    "аеорсухіјѕԁӏвкмнтгь" + "αβεηικμνορτυχγω" + "01|5$" + "iøłđħı",
    "aeopcyxljsdlbkmhtrb" + "abenlkuvoptuxyw" + "ollss" + "loldhl",
)


def shown_name(text: str) -> str:
    """Return a name as it is shown, or refuse it with a reason: full-width letters become plain, spaces are
    single.
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not MIN_NAME <= len(name) <= MAX_NAME:
        raise GrognardError(f"a name has {MIN_NAME} to {MAX_NAME} characters; this one has {len(name)}")
    if wrong := sorted({char for char in name if not (_is_letter(char) or char in SIGNS)}):
        raise GrognardError(
            f"a name has letters, digits, spaces and - _ . ' only; {wrong[0]!a} is not among them"
        )
    if any(unicodedata.combining(one) and unicodedata.combining(two) for one, two in pairwise(name)):
        raise GrognardError("a letter of a name has one accent at most")
    if not (_is_letter(name[0]) and _is_letter(name[-1])) or unicodedata.combining(name[0]):
        raise GrognardError("a name begins and ends with a letter or a digit")
    if len(scripts := sorted({_script(char) for char in name if char.isalpha()})) > 1:
        raise GrognardError(
            f"a name has letters of one alphabet only; this one mixes {' and '.join(scripts)}"
        )
    if name_key(name) in _reserved():
        raise GrognardError("this name is reserved; choose another")
    return name


def name_key(name: str) -> str:
    """Return what is the same for names that look alike: case, accents, signs and similar letters make no
    difference.

    >>> name_key("Bill") == name_key("ＢＩＬＬ") == name_key("bi11"), name_key("Bill") == name_key("Bob")
    (True, False)
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    plain = "".join(char for char in folded if not unicodedata.combining(char) and char not in SIGNS)
    return plain.translate(ALIKE).replace("rn", "m").replace("vv", "w")


def _reserved() -> frozenset[str]:
    return frozenset(map(name_key, RESERVED))


def _is_letter(char: str) -> bool:
    return unicodedata.category(char) in ("Lu", "Ll", "Lt", "Lo", "Lm", "Nd", "Mn", "Mc")


def _script(char: str) -> str:
    """The alphabet of a letter, by the first word of its name."""
    return unicodedata.name(char, "unknown").split(" ")[0].replace("-", " ").title()


# ---------------------------------------------------------------- passphrases


def check_passphrase(passphrase: str, name: str) -> None:
    """Refuse a passphrase that is too short, too long, or the name itself."""
    if not MIN_PASSPHRASE <= len(passphrase) <= MAX_PASSPHRASE:
        raise GrognardError(f"a passphrase has {MIN_PASSPHRASE} to {MAX_PASSPHRASE} characters")
    if name_key(passphrase) == name_key(name) or len(set(passphrase)) < 4:
        raise GrognardError("this passphrase is too easy to guess; take several words")


def hash_passphrase(passphrase: str) -> str:
    """Return what is kept of a passphrase: the parameters, a fresh salt and the hash. Slow and memory-hard on
    purpose.
    """
    salt = secrets.token_bytes(SALT_BYTES)
    return f"scrypt:{COST_EXPONENT}:{BLOCK_SIZE}:{PARALLEL}:{salt.hex()}:{_scrypt(passphrase, salt).hex()}"


def is_passphrase(passphrase: str, secret: str | None) -> bool:
    """Return whether a passphrase fits; it takes as long for `None`, a name that does not exist."""
    _, cost, block, parallel, salt, expected = (secret or _NO_SECRET).split(":")
    result = _scrypt(passphrase, bytes.fromhex(salt), int(cost), int(block), int(parallel))
    return hmac.compare_digest(result.hex(), expected) and secret is not None


def _scrypt(
    passphrase: str, salt: bytes, cost: int = COST_EXPONENT, block: int = BLOCK_SIZE, parallel: int = PARALLEL
) -> bytes:
    data = unicodedata.normalize("NFKC", passphrase).encode("utf-8", "surrogatepass")
    return hashlib.scrypt(
        data, salt=salt, n=1 << cost, r=block, p=parallel, maxmem=MAX_MEMORY_BYTES, dklen=32
    )


_NO_SECRET = f"scrypt:{COST_EXPONENT}:{BLOCK_SIZE}:{PARALLEL}:{'00' * SALT_BYTES}:{'00' * 32}"
