import type { PanelProps } from '../../../parts/threats/domain-seen.tsx'
import { Card, Inline, Text } from '../../../ui/layout/parts.tsx'

/** A section of the evidence with its heading, which a link leads to by its id. */
export function EvidenceBlock({ title, aside, children, headingId }: PanelProps & { headingId?: string | undefined }) {
  return (
    <Card>
      <Inline as="header" gap={3} align="baseline" justify="between" tone="faint" size="meta" below={2}>
        <Text as="h3" tone="plain" id={headingId} tabIndex={headingId ? -1 : undefined}>
          {title}
        </Text>
        {aside ? <span className="num">{aside}</span> : null}
      </Inline>
      {children}
    </Card>
  )
}
