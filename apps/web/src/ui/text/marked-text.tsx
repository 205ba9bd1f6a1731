import { Fragment } from 'react'

/** A text with highlighted matches; every second piece is one. */
export function MarkedText({ pieces }: { pieces: readonly string[] }) {
  return pieces.map((piece, index) =>
    // The pieces of a text can only be identified by their position.
    // oxlint-disable-next-line react/no-array-index-key
    index % 2 === 1 ? <mark key={index}>{piece}</mark> : <Fragment key={index}>{piece}</Fragment>,
  )
}
