import { can } from '@signet/contract/access/permissions'
import { Link, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { late } from '../../api/late.ts'
import { lazy } from '../../api/lazy.ts'
import { entryOf } from '../../navigation/navigation.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useUser } from '../../session/use-session.ts'
import { CompanyPlate } from '../../parts/account/company-plate.tsx'
import { ShellIcon } from '../../navigation/shell-icon.tsx'
import css from './sidebar.module.css'
import { useSignOut } from '../menus/sign-out.ts'
import { useNav } from '../../navigation/use-nav.ts'
import { t } from '../words.ts'
import { Box, Inline, Stack, Text } from '../../ui/layout/parts.tsx'

const NavBadge = late(() => import('./nav-badge.tsx').then(({ NavBadge: badge }) => ({ default: badge })))
// Clients have no company selector, so it isn't part of their initial load.
const CompanySelect = lazy(() =>
  import('../menus/company-select.tsx').then(({ CompanySelect: select }) => ({ default: select })),
)

/** So many entries get lower in a window that is too small for them. */
const longFrom = 20

/** The company, the navigation list of the role, and Logout below a line. */
export function Sidebar({ onLeave }: { onLeave?: () => void }) {
  const user = useUser()
  const company = useCompany()
  const info = useClientInfo()
  const list = useNav()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const current = entryOf(list, path)
  const signOut = useSignOut()
  const name = info?.name ?? company
  const nav = useRef<HTMLElement>(null)
  const currentPath = current?.path
  // In a list that is longer than the window, the current entry may be below its edge.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    // The effect finds the current entry in the DOM.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [currentPath])

  const plate = (
    <Inline className={css.own}>
      <CompanyPlate name={name} logo={info?.logo} />
      <Stack gap={0} className="rail-hidden">
        <Text as="b" cut size="heading">
          {name}
        </Text>
        <Text size="axis" tone="faint">
          {info?.isDemo ? t('demoData') : t('brandProtection')}
        </Text>
      </Stack>
    </Inline>
  )

  return (
    <div className={`${css.sidebar} tall`} data-tips-aside="">
      <Box fixed pad={2} line="below" className={css.company}>
        {can(user.role, 'company:choose') ? (
          <Suspense fallback={plate}>
            <CompanySelect name={name} logo={info?.logo} />
          </Suspense>
        ) : (
          plate
        )}
      </Box>
      <Box
        as="nav"
        ref={nav}
        pad={2}
        className={`${css.nav} scroller`}
        data-long={list.length >= longFrom || undefined}
        aria-label={t('main')}
      >
        <Stack as="ul" gap="half">
          {list.map((item) => (
            <li key={item.path} data-group={item.startsGroup}>
              <Link
                to={item.to}
                search={item.search ?? {}}
                className={`${css.entry} option`}
                onClick={onLeave}
                data-tip={item.label}
                aria-current={item === current ? 'page' : undefined}
              >
                <ShellIcon sign={item.icon} />
                <Text grow pad="1 0" className={`${css.label} rail-hidden`}>
                  {item.label}
                </Text>
                <Suspense fallback={null}>
                  <NavBadge path={item.path} />
                </Suspense>
              </Link>
            </li>
          ))}
        </Stack>
      </Box>
      <Box pad={2} line="above">
        <button type="button" className={`${css.entry} option`} data-tip={t('logout')} onClick={() => void signOut()}>
          <ShellIcon sign="logout" />
          <Text grow pad="1 0" className={`${css.label} rail-hidden`}>
            {t('logout')}
          </Text>
        </button>
      </Box>
    </div>
  )
}
