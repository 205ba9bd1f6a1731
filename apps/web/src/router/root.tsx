import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { Suspense } from 'react'
import { errorText } from '../api/api-error.ts'
import { lazy } from '../api/lazy.ts'
import { isAuthPath, isPublicPath } from '../url/redirect.ts'
import { BootFrame } from '../shell/boot-frame.tsx'
import { useCompany } from '../session/company.ts'
import { useSession } from '../session/use-session.ts'
import css from './root.module.css'
import { Button } from '../ui/controls/button.tsx'
import { Box, Stack, Text } from '../ui/layout/parts.tsx'
import { t } from './words.ts'

const Shell = lazy(() => import('../shell/shell.tsx').then(({ Shell: component }) => ({ default: component })))

/** Sign-in pages and public pages have no shell; all other pages have one. While the path changes, the previous page is hidden. */
export function Root() {
  const path = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname })
  const isChanging = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      isLoading && resolvedLocation !== undefined && location.pathname !== resolvedLocation.pathname,
  })
  const { status } = useSession()
  const company = useCompany()
  // The key resets cursor, selection and open records when the company changes.
  const page = (
    <div key={company} className={css.page} hidden={isChanging}>
      <Outlet />
    </div>
  )
  if (isAuthPath(path) || isPublicPath(path)) return page
  if (status !== 'authenticated') return <BootFrame />
  return (
    <Suspense fallback={<BootFrame />}>
      <Shell>{page}</Shell>
    </Suspense>
  )
}

/** Shown when the session couldn't be loaded or a page crashed. */
export function RootError({ error }: { error: unknown }) {
  const router = useRouter()
  return (
    <Stack as="main" gap={2} align="center" tone="quiet" pad={6} centred className={css.broken}>
      <Text as="h1" size="object" tone="plain">
        {t('pageFailed')}
      </Text>
      <p>{errorText(error)}</p>
      <Box above={2}>
        <Button kind="primary" onClick={() => void router.invalidate()}>
          {t('retry')}
        </Button>
      </Box>
    </Stack>
  )
}
