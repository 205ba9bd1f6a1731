import type { PanelProps } from '../../../parts/threats/domain-seen.tsx'
import { Card, Inline } from '../../../ui/layout/parts.tsx'
import css from './review-evidence.module.css'

/** A section of the evidence with its heading. */
export function EvidenceBlock({ title, aside, children }: PanelProps) {
  return (
    <Card className={css.block}>
      <Inline as="header" gap={3} align="baseline" justify="between" tone="faint" size="meta" below={2}>
        <h3>{title}</h3>
        {aside ? <span className="num">{aside}</span> : null}
      </Inline>
      {children}
    </Card>
  )
}
