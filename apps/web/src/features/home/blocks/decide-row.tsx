import type { Severity } from '@signet/contract/threats/severities'
import type { AnySource } from '@signet/contract/threats/sources'
import type { ReactNode } from 'react'
import { namesWithin } from '../../../format/names/names-within.ts'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { Thumb } from '../../../parts/threats/pictures/thumb.tsx'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import css from './to-decide.module.css'

/** How many characters the line below the name has room for. */
const lineMax = 37

interface DecideRowProps {
  record: { severity: Severity; source: AnySource; thumbnail?: string | undefined; firstSeen: string }
  /** Its name, which opens it. */
  link: ReactNode
  /** Below the name, on one line; those that don't fit are counted. */
  about: readonly string[]
  /** Null for those who may not decide. */
  buttons: ReactNode
}

/** What waits for a decision: how severe it is, how it looks, its name with what speaks against it, its age, and the decisions. */
export function DecideRow({ record, link, about, buttons }: DecideRowProps) {
  const named = namesWithin(about, lineMax)
  const left = about.length - named.length
  const age = <TimeAgo at={record.firstSeen} />
  return (
    <li>
      <SeverityMark severity={record.severity} isShort />
      <Thumb source={record.source} href={record.thumbnail} />
      <Stack as="span" gap="half" grow className={css.words}>
        {link}
        <Inline as="small">
          <Inline as="span" gap={1} grow title={about.join(', ')}>
            <Text cut>{named.join(', ')}</Text>
            {left > 0 && <Text fixed>+{left}</Text>}
          </Inline>
          {/* Without buttons, the name has the whole row. */}
          {buttons ? null : age}
        </Inline>
      </Stack>
      {buttons ? age : null}
      {buttons}
    </li>
  )
}
