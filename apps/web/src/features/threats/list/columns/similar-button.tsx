import { IconChevronRight } from '@tabler/icons-react'
import { use } from 'react'
import type { AnyThreat } from '../../records.ts'
import { ListContext } from '../list-context.ts'
import { t } from '../words.ts'
import css from './threat-columns.module.css'

/** The number of similar threats that a row groups. The button shows or hides them. With `isShort` the word is only its accessible name. */
export function SimilarButton({
  threat,
  count,
  isShort,
}: {
  threat: AnyThreat
  count: number
  isShort: boolean | undefined
}) {
  const { opened, toggle } = use(ListContext)
  const label = t('similarCount', { count })
  const isOpen = opened.includes(threat.id)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={css.similar}
      aria-label={label}
      aria-expanded={isOpen}
      title={isOpen ? t('hideSimilar') : t('showSimilar')}
      onClick={(event) => {
        event.stopPropagation()
        toggle(threat)
      }}
    >
      <IconChevronRight size={14} stroke={1.7} aria-hidden="true" />
      {isShort ? count : label}
    </button>
  )
}
