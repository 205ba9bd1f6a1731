import type { AnySource, Kind } from '@signet/contract/sources'
import { useNavigate } from '@tanstack/react-router'
import { shownTitle } from '../../format/shown-title.ts'
import { Text } from '../../ui/layout/parts.tsx'
import { recordPath } from './activity-words.ts'
import css from './activity.module.css'

interface RecordLinkProps {
  kind: Kind
  source: AnySource
  title: string
  id: string
  /** Within a grid, which is one tab stop. */
  isInGrid?: boolean
}

/** The name of a threat or tout; opens it next to its list. */
export function RecordLink({ kind, source, title, id, isInGrid }: RecordLinkProps) {
  const navigate = useNavigate()
  const path = recordPath(kind, source, id)
  return (
    <Text
      href={path}
      as="a"
      cut
      weight="medium"
      tone="plain"
      className={css.link}
      tabIndex={isInGrid ? -1 : undefined}
      onClick={(event) => {
        event.stopPropagation()
        // The browser's own ways of opening a link stay what they are.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        void navigate({ href: path })
      }}
    >
      {shownTitle(source, title)}
    </Text>
  )
}
