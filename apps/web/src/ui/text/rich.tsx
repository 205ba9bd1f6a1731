import { Fragment, type ReactNode } from 'react'
import type { MessageValues } from '../../words/messages.ts'

/** A translated sentence that contains elements. Each value of the text is replaced by the node of that name. */
export function Rich({
  text,
  values,
}: {
  text: (holes: MessageValues) => string
  values: Readonly<Record<string, ReactNode>>
}) {
  const holes = Object.fromEntries(Object.keys(values).map((name) => [name, `{${name}}`]))
  const parts = text(holes).split(/\{(\w+)\}/)
  // The parts of a sentence can only be identified by their position, which never changes.
  // oxlint-disable-next-line react/no-array-index-key
  return parts.map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : values[part]}</Fragment>)
}
