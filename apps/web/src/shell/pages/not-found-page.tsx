import { homeRouteOf } from '@signet/contract/access/permissions'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../session/use-session.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import css from './not-found-page.module.css'
import { t } from '../words.ts'

/** Shown for unknown paths: one sentence and a link to the home page. */
export function NotFoundPage() {
  const { user } = useSession()
  return (
    <Page title={t('notFound')}>
      <Stack gap={2} tone="quiet" most={460} centred className={css.block}>
        <Text as="h2" size="object" tone="plain">
          {t('pageNotFound')}
        </Text>
        <p>{t('notFoundText')}</p>
        <Link to={user ? homeRouteOf(user.role, user.config.homeRoute) : '/'}>{t('goHome')}</Link>
      </Stack>
    </Page>
  )
}
