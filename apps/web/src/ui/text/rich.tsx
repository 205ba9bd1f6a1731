import { Fragment, type ReactNode } from 'react'

/** A translated sentence with elements in it: each `{name}` of the text becomes the node of that name. */
export function Rich({ text, values }: { text: string; values: Readonly<Record<string, ReactNode>> }) {
  const parts = text.split(/\{(\w+)\}/)
  // The parts of a sentence have no other name than their place, and never change it.
  // oxlint-disable-next-line react/no-array-index-key
  return parts.map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : values[part]}</Fragment>)
}
