"""Signatures in the book: ``**asked: Unpack[Options]`` becomes a parameter for each option, and types lose their marks.

griffe, which reads the docstrings, takes the words on an option for those on an unknown parameter otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from griffe import Class, Expr, ExprSubscript, ExprTuple, Extension, Function, Module, Parameter, ParameterKind


class SharedOptions(Extension):
    """An extension of griffe that shows the options of a TypedDict as parameters."""

    def on_package(self, *, pkg: Module, **kwargs: Any) -> None:  # noqa: ANN401, ARG002 - griffe's call
        """Put the options in the place of ``**asked`` in every function of a package."""
        for function in _functions(pkg):
            for parameter in list(function.parameters):
                options = _of("typing.Unpack", parameter.annotation)
                if options is None:
                    parameter.annotation = _unmarked(parameter.annotation)
                    continue
                del function.parameters[parameter.name]
                for name, kind in _options(pkg.modules_collection[options.canonical_path]).items():
                    function.parameters.add(
                        Parameter(name, annotation=kind, kind=ParameterKind.keyword_only, default="...")
                    )


def _functions(module: Module) -> Iterator[Function]:
    for member in module.members.values():
        if isinstance(member, Module):
            yield from _functions(member)
        elif isinstance(member, Function):
            yield member


def _options(typed: Class) -> dict[str, str | Expr | None]:
    """Return the type of each option, those of the base classes first."""
    classes = reversed([typed, *typed.mro()])
    return {name: _unmarked(one.annotation) for each in classes for name, one in each.attributes.items()}


def _unmarked(annotation: str | Expr | None) -> str | Expr | None:
    """Return the type in ``Annotated[type, marks]``, and any other annotation as it is."""
    inner = _of("typing.Annotated", annotation)
    return inner.elements[0] if isinstance(inner, ExprTuple) else annotation


def _of(name: str, annotation: str | Expr | None) -> Expr | None:
    """Return what an annotation has in its brackets, if it is one of this name."""
    if isinstance(annotation, ExprSubscript) and annotation.canonical_path == name:
        return annotation.slice if isinstance(annotation.slice, Expr) else None
    return None
