import { anySourceOf } from '@signet/contract/threats/sources'
import { Inline } from '../../ui/layout/parts.tsx'
import { SourceIcon } from './source-icon.tsx'
import { sourceName } from '../../words/named/threats.ts'

/** The name of a source. */
export function sourceWord(value: string): string {
  const source = anySourceOf(value)
  return source ? sourceName(source) : value
}

/** The icon and name of a source, truncated if there is no room. */
export function SourceName({ source }: { source: string }) {
  return (
    <Inline as="span" tone="quiet">
      <SourceIcon source={source} />
      <span className="cut" title={sourceWord(source)}>
        {sourceWord(source)}
      </span>
    </Inline>
  )
}
