import { Suspense } from 'react'
import { lazy } from '../../api/lazy.ts'
import { usePageSearch } from '../../page-search.ts'
import { useCan } from '../../session/use-session.ts'
import { Skeleton } from '../../ui/data-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Segments } from '../../ui/segments.tsx'
import { t } from '../../words/words.ts'
import { AlertsPart } from './alerts-part.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { DigestSection } from './digest-section.tsx'
import { KeysSection } from './keys-section.tsx'
import { ListsSection } from './lists-section.tsx'
import { MessagesSection } from './messages-section.tsx'
import { validateSettingsSearch } from './settings-search.ts'
import { ViewsSection } from './views-section.tsx'
import css from './settings.module.css'

const AllowListPart = lazy(() => import('./allow-list-part.tsx').then(({ AllowListPart: part }) => ({ default: part })))
const AssetsPart = lazy(() => import('./assets-part.tsx').then(({ AssetsPart: part }) => ({ default: part })))
const NameBench = lazy(() => import('../../ui/name-bench.tsx').then(({ NameBench: bench }) => ({ default: bench })))

/** How the portal is set up for the user, what the company is warned of, and what is protected. */
export function SettingsPage() {
  const [{ part = 'you' }, change] = usePageSearch(validateSettingsSearch)
  const keepsViews = useCan('views:keep')
  const triesNames = useCan('detector:try')
  return (
    <Page title={t('Settings')}>
      <div className={css.page} data-wide={part === 'names' || undefined}>
        <Segments
          label={t('Part of the settings')}
          choices={[
            { value: 'you', label: t('Yours') },
            { value: 'alerts', label: t('Alerts') },
            { value: 'assets', label: t('What is protected') },
            { value: 'allowList', label: t('Allow-list') },
            ...(triesNames ? [{ value: 'names' as const, label: t('Try names') }] : []),
          ]}
          value={part}
          onChange={(next) => change({ part: next === 'you' ? undefined : next })}
        />
        {part === 'you' && (
          <>
            <AppearanceSection />
            <MessagesSection />
            <KeysSection />
            <ListsSection />
            <DigestSection />
            {keepsViews && <ViewsSection />}
          </>
        )}
        {part === 'alerts' && <AlertsPart />}
        {part === 'assets' && (
          <Suspense fallback={<Skeleton lines={10} />}>
            <AssetsPart />
          </Suspense>
        )}
        {part === 'allowList' && (
          <Suspense fallback={<Skeleton lines={10} />}>
            <AllowListPart />
          </Suspense>
        )}
        {part === 'names' && triesNames && (
          <Suspense fallback={<Skeleton lines={8} />}>
            <NameBench />
          </Suspense>
        )}
      </div>
    </Page>
  )
}
