import { Fragment, type ReactNode } from 'react'
import type { MessageValues } from '../../words/messages.ts'

/** A translated sentence with elements in it: each value of the text is the node of that name. */
export function Rich({
  text,
  values,
}: {
  text: (holes: MessageValues) => string
  values: Readonly<Record<string, ReactNode>>
}) {
  const holes = Object.fromEntries(Object.keys(values).map((name) => [name, `{${name}}`]))
  const parts = text(holes).split(/\{(\w+)\}/)
  // The parts of a sentence have no other name than their place, and never change it.
  // oxlint-disable-next-line react/no-array-index-key
  return parts.map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : values[part]}</Fragment>)
}
