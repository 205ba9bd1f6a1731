import { useRouterState } from '@tanstack/react-router'
import { entryOf } from '../navigation.ts'
import { StateBlock } from '../ui/data-state.tsx'
import { Page } from '../ui/page.tsx'
import { t } from '../words/words.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { useNav } from './use-nav.ts'

/** A page that the company's configuration names. Nothing stands on it before somebody has set it up. */
export function ExtraPage() {
  const path = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname })
  const entry = entryOf(useNav(), path)
  if (entry?.icon !== 'page') return <NotFoundPage />
  return (
    <Page title={entry.label}>
      <StateBlock title={t('Not set up')}>
        {t('This page was announced for your company, but nothing has been put on it yet.')}
      </StateBlock>
    </Page>
  )
}
