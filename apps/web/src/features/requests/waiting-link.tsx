import { useQuery } from '@tanstack/react-query'
import { IconArrowDown } from '@tabler/icons-react'
import { useCompany } from '../../session/company.ts'
import { Button } from '../../ui/controls/button.tsx'
import css from './add-request-page.module.css'
import { waitingQuery } from './badge.ts'
import { t } from './words.ts'

/** The id of the list of requests. */
export const listId = 'requests'

/** Where the list of a client is below the form: how many requests wait for an answer, and the way to them. */
export function WaitingLink() {
  const waiting = useQuery(waitingQuery(useCompany())).data ?? 0
  if (waiting === 0) return null
  return (
    <Button
      className={css.waiting}
      icon={<IconArrowDown size={16} stroke={1.7} aria-hidden="true" />}
      onClick={() => {
        const list = document.getElementById(listId)
        list?.focus({ preventScroll: true })
        list?.scrollIntoView({ block: 'start' })
      }}
    >
      {t('waitingForYou', { count: waiting })}
    </Button>
  )
}
