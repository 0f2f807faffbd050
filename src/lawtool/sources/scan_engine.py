"""Recognise the text of scans with RapidOCR (extra `ocr`): works offline, its models come in the
wheel.

Only here is anything recognised. What comes out is a `RecordedReading`, which the readers take.
"""

from __future__ import annotations

import hashlib
import io
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import metadata, util
from pathlib import Path
from typing import Any

import numpy as np

from lawtool.errors import NeedsRecognition, RefusedContent
from lawtool.sources.extraction import LARGEST_PAGE, MOST_PAGES
from lawtool.sources.recorded_reading import RecordedLine, RecordedPage, RecordedReading

_SIGNS = frozenset(
    " 0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZáàâãäçéèêëíìîïóòôõöúùûüñ"
    "ÁÀÂÃÄÇÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÑ§ºª°²³½¼¾.,;:!?'\"()[]{}%$#@&*+-=/\\_<>|–—“”‘’«»…•€£×±"
)
"""The signs of a Brazilian norm. Of 18,710 that the model knows others are only misreadings of
these: `ⅡI-` for III, which would silently become another number.
"""
_DPI = 200
"""Structure is read alike at 300, 200 and 150 dpi."""
_USUAL_HEIGHT = 11.7
"""Inches of a page of A4: how fine an image is that does not say so."""
_PROBE_SIDE = 1200
"""Pixels of the longer side at which a page is looked at for its turn."""
_PROBE_LINES = 6
_TALL = 1.5
_SAME_LINE = 0.5
"""Part of the lower box's height by which two boxes of one line overlap."""

Pixels = Any
"""An array of height × width × 3 of unsigned bytes, red first."""


@dataclass(frozen=True, slots=True)
class _Box:
    left: float
    top: float
    right: float
    bottom: float
    text: str = ""
    score: float = 0.0

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


def can_recognise() -> bool:
    """Tell whether the engine is installed."""
    return (
        util.find_spec("rapidocr") is not None
        and util.find_spec("onnxruntime") is not None
    )


def recognise_scan(
    data: bytes, *, progress: Callable[[int, int], None] | None = None
) -> RecordedReading:
    """Recognise every page of a scan that has no text of its own; `progress` gets done and all.

    Raises NeedsRecognition where the engine is not installed, RefusedContent for pages too large.
    """
    if not can_recognise():
        raise NeedsRecognition("needs an engine that is not installed")
    pages: list[RecordedPage] = []
    if b"%PDF-" in data[:1024]:
        images = _pages_of_pdf(data)
    else:
        images = _pages_of_image(data)
    for number, total, pixels, dpi in images:
        pages.append(_recognise_page(number, pixels, dpi))
        if progress is not None:
            progress(len(pages), total)
    return RecordedReading(
        sha256=hashlib.sha256(data).hexdigest(),
        engine=f"rapidocr {metadata.version('rapidocr')}",
        models=_models(),
        pages=tuple(pages),
    )


# --- pixels -----------------------------------------------------------------------------------

NumberedPage = tuple[int, int, Pixels, int]
"""Number of the page, pages to recognise in all, its pixels, their number to the inch."""


def _pages_of_pdf(data: bytes) -> Iterator[NumberedPage]:
    from lawtool.sources.pdf_file import render_page, scanned_pages

    numbers = scanned_pages(data)
    for number in numbers:
        yield (
            number,
            len(numbers),
            render_page(data, number, _DPI, LARGEST_PAGE)[:, :, :3],
            _DPI,
        )


def _pages_of_image(data: bytes) -> Iterator[NumberedPage]:
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            image = Image.open(io.BytesIO(data))
        except Image.DecompressionBombError:
            raise RefusedContent(_too_large("more than 179 million")) from None
        except (OSError, ValueError, SyntaxError) as error:
            raise RefusedContent(f"is a damaged image ({error})") from None
    frames = min(getattr(image, "n_frames", 1), MOST_PAGES)
    for frame in range(frames):
        image.seek(frame)
        width, height = image.size
        if width * height > LARGEST_PAGE:
            raise RefusedContent(_too_large(f"{width * height // 1_000_000} million"))
        try:
            pixels = np.asarray(image.convert("RGB"))
        except (OSError, ValueError, SyntaxError) as error:
            raise RefusedContent(f"is a damaged image ({error})") from None
        yield frame + 1, frames, pixels, _dpi_of(image, max(width, height))


def _too_large(count: str) -> str:
    return (
        f"has a page of {count} pixels, more than {LARGEST_PAGE // 1_000_000} million"
    )


def _dpi_of(image: Any, longest: int) -> int:
    stated = image.info.get("dpi", (0, 0))[0]
    if stated and stated > 30:
        return int(stated)
    return max(30, round(longest / _USUAL_HEIGHT))


# --- one page ---------------------------------------------------------------------------------


class _Masked:
    """A decoder of the engine that leaves out the classes of signs that no norm has."""

    def __init__(self, decoder: Any) -> None:
        self._decoder = decoder
        kept = [
            index == 0 or sign in _SIGNS for index, sign in enumerate(decoder.character)
        ]
        self._mask = np.where(kept, 0.0, -1.0)

    def __call__(self, predictions: Any, *arguments: Any, **options: Any) -> Any:
        """Decode the predictions of lines × steps × classes."""
        mask = self._mask[: predictions.shape[-1]].astype(predictions.dtype)
        return self._decoder(predictions + mask, *arguments, **options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._decoder, name)


@cache
def _engine() -> Any:
    from rapidocr import RapidOCR

    engine = RapidOCR(
        params={
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            "Global.use_cls": False,
            "Global.log_level": "error",
        }
    )
    # The part that reads is made on first use; there is no other way to reach its decoder.
    reader = engine._load_rec_model()
    reader.postprocess_op = _Masked(reader.postprocess_op)
    return engine


@cache
def _models() -> dict[str, str]:
    """Give the sha256 of the models, so that a reading says what made it."""
    import rapidocr

    folder = Path(str(rapidocr.__file__)).parent / "models"
    files = sorted(folder.glob("*.onnx"))
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def _recognise_page(number: int, pixels: Pixels, dpi: int) -> RecordedPage:
    turn = _turn_of(pixels)
    if turn:
        upright = np.ascontiguousarray(np.rot90(pixels, -turn // 90))
    else:
        upright = pixels
    result = _engine()(upright[:, :, ::-1], use_det=True, use_cls=False, use_rec=True)
    boxes = _boxes(result)
    height, width = upright.shape[:2]
    lines = tuple(_recorded_line(row) for row in _box_rows(boxes))
    return RecordedPage(
        number=number, width=width, height=height, dpi=dpi, turn=turn, lines=lines
    )


def _boxes(result: Any) -> list[_Box]:
    if result.boxes is None or result.txts is None:
        return []
    found = []
    for corners, text, score in zip(
        result.boxes, result.txts, result.scores, strict=True
    ):
        if text.strip():
            found.append(_box(corners, text.strip(), float(score)))
    return found


def _box(
    corners: Sequence[Sequence[float]], text: str = "", score: float = 0.0
) -> _Box:
    across = [float(corner[0]) for corner in corners]
    down = [float(corner[1]) for corner in corners]
    return _Box(min(across), min(down), max(across), max(down), text, score)


def _box_rows(boxes: Sequence[_Box]) -> list[list[_Box]]:
    """Put boxes that stand beside each other into one row, rows from top to bottom."""
    rows: list[list[_Box]] = []
    for box in sorted(boxes, key=lambda box: (box.top + box.bottom) / 2):
        if rows and _overlap(rows[-1][-1], box):
            rows[-1].append(box)
        else:
            rows.append([box])
    return [sorted(row, key=lambda box: box.left) for row in rows]


def _overlap(one: _Box, other: _Box) -> bool:
    common = min(one.bottom, other.bottom) - max(one.top, other.top)
    beside = (
        one.right <= other.left + other.height or other.right <= one.left + one.height
    )
    return beside and common >= _SAME_LINE * min(one.height, other.height)


def _recorded_line(row: Sequence[_Box]) -> RecordedLine:
    return RecordedLine(
        text=" ".join(box.text for box in row),
        box=(
            round(min(box.left for box in row)),
            round(min(box.top for box in row)),
            round(max(box.right for box in row)),
            round(max(box.bottom for box in row)),
        ),
        score=round(min(box.score for box in row), 3),
    )


# --- the turn of a page -------------------------------------------------------------------------


def _turn_of(pixels: Pixels) -> int:
    """Find by how many degrees, clockwise, a page has to be turned to stand upright.

    Lines taller than wide lie on their side; the longest lines are read both ways, and the way that
    the engine is surer of is right (16 of 16 pages, by far).
    """
    small = _shrunk(pixels)
    detected = _engine()(small[:, :, ::-1], use_det=True, use_cls=False, use_rec=False)
    if detected.boxes is None or not len(detected.boxes):
        return 0
    boxes = [_box(corners) for corners in detected.boxes]
    tall = sum(box.height > _TALL * box.width for box in boxes)
    if tall * 2 > len(boxes):
        ways = (90, 270)
    else:
        ways = (0, 180)
    longest = sorted(boxes, key=lambda box: -max(box.width, box.height))[:_PROBE_LINES]
    return max(ways, key=lambda way: _sureness(small, longest, way))


def _shrunk(pixels: Pixels) -> Pixels:
    from PIL import Image

    longest = max(pixels.shape[:2])
    if longest <= _PROBE_SIDE:
        return pixels
    image = Image.fromarray(pixels)
    image.thumbnail((_PROBE_SIDE, _PROBE_SIDE))
    return np.asarray(image)


def _sureness(pixels: Pixels, boxes: Sequence[_Box], turn: int) -> float:
    """Give the mean score of lines read after a turn."""
    scores = []
    for box in boxes:
        top, bottom = max(0, int(box.top) - 2), int(box.bottom) + 2
        left, right = max(0, int(box.left) - 2), int(box.right) + 2
        strip = np.ascontiguousarray(
            np.rot90(pixels[top:bottom, left:right], -turn // 90)
        )
        read = _engine()(strip[:, :, ::-1], use_det=False, use_cls=False, use_rec=True)
        scores.append(float(read.scores[0]) if read.scores else 0.0)
    return sum(scores) / len(scores)
