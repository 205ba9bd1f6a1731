import { anySourceOf } from '@signet/contract/threats/sources'
import { Inline } from '../../ui/layout/parts.tsx'
import { SourceIcon } from './source-icon.tsx'
import { sourceName } from '../../words/named/threats.ts'

/** The name of a source. */
export function sourceWord(value: string): string {
  const source = anySourceOf(value)
  return source ? sourceName(source) : value
}

/** The icon and name of a source, truncated if there is no room, or on two lines if it wraps. */
export function SourceName({ source, wraps = false }: { source: string; wraps?: boolean }) {
  return (
    <Inline as="span" tone="quiet">
      <SourceIcon source={source} />
      <span className={wraps ? 'clamp' : 'cut'} style={wraps ? { '--lines': 2 } : undefined} title={sourceWord(source)}>
        {sourceWord(source)}
      </span>
    </Inline>
  )
}
