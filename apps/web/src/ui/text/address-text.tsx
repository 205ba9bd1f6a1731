import { Fragment } from 'react'

/** Where a defanged address may end a line: after a dot of its host, a hyphen or a slash, but not within `//`. */
const joints = /(?<=\[\.\]|-|\/)(?!\/|$)/g

/** A defanged address that is broken between its words; a word that is wider than its line is still broken. */
export function AddressText({ text }: { text: string }) {
  const starts = [0, ...Array.from(text.matchAll(joints), ({ index }) => index)]
  return starts.map((start, at) => (
    <Fragment key={start}>
      {start > 0 ? <wbr /> : null}
      {text.slice(start, starts[at + 1])}
    </Fragment>
  ))
}
