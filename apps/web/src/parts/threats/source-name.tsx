import { anySourceOf } from '@signet/contract/sources'
import { Inline } from '../../ui/layout/parts.tsx'
import { SourceIcon } from './source-icon.tsx'
import css from './source-icon.module.css'
import { sourceName } from '../../words/named/threats.ts'

/** What a source is called. */
export function sourceWord(value: string): string {
  const source = anySourceOf(value)
  return source ? sourceName(source) : value
}

/** A source by its sign and name, cut where there is no room. */
export function SourceName({ source }: { source: string }) {
  return (
    <Inline as="span" tone="quiet" className={css.named}>
      <SourceIcon source={source} />
      <span title={sourceWord(source)}>{sourceWord(source)}</span>
    </Inline>
  )
}
