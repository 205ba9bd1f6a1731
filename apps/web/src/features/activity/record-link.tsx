import type { AnySource, Kind } from '@signet/contract/threats/sources'
import { useNavigate } from '@tanstack/react-router'
import { shownTitle } from '../../format/names/shown-title.ts'
import { AddressText } from '../../ui/text/address-text.tsx'
import { Text } from '../../ui/layout/parts.tsx'
import { recordPath } from './activity-words.ts'
import css from './activity.module.css'

interface RecordLinkProps {
  kind: Kind
  source: AnySource
  title: string
  id: string
  /** Whether the link is inside a grid, which is a single tab stop. */
  isInGrid?: boolean
  /** Whether a long name takes a second line. */
  wraps?: boolean
}

/** The name of a threat or tout. The link opens it in the panel of its list. */
export function RecordLink({ kind, source, title, id, isInGrid, wraps = false }: RecordLinkProps) {
  const navigate = useNavigate()
  const path = recordPath(kind, source, id)
  return (
    <Text
      href={path}
      as="a"
      cut={!wraps}
      weight="medium"
      tone="plain"
      className={wraps ? `${css.link} clamp` : css.link}
      style={wraps ? { '--lines': 2 } : undefined}
      title={shownTitle(source, title)}
      tabIndex={isInGrid ? -1 : undefined}
      onClick={(event) => {
        event.stopPropagation()
        // Modified clicks keep their browser behaviour, such as opening a new tab.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        void navigate({ href: path })
      }}
    >
      {wraps ? <AddressText text={shownTitle(source, title)} /> : shownTitle(source, title)}
    </Text>
  )
}
