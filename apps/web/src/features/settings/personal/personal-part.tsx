import { Suspense } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { useCan } from '../../../session/use-session.ts'
import { Skeleton } from '../../../ui/feedback/data-state.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { t } from '../words.ts'
import { AppearanceSection } from './appearance-section.tsx'
import { DigestSection } from './digest-section.tsx'
import { KeysSection } from './keys-section.tsx'
import { ListsSection } from './lists-section.tsx'
import { MessagesSection } from './messages-section.tsx'
import { ViewsSection } from './views-section.tsx'

const Bookmarklet = lazy(() =>
  import('../../../parts/bookmarklet/bookmarklet.tsx').then(({ Bookmarklet: part }) => ({ default: part })),
)
const SessionsSection = lazy(() =>
  import('../../../parts/account/sessions-section.tsx').then(({ SessionsSection: part }) => ({ default: part })),
)

/** The user's own preferences. */
export function PersonalPart() {
  const keepsViews = useCan('views:keep')
  const mayAsk = useCan('requests:use')
  return (
    <>
      <AppearanceSection />
      <MessagesSection />
      <KeysSection />
      <ListsSection />
      <DigestSection />
      {keepsViews && <ViewsSection />}
      {mayAsk && (
        <Suspense fallback={null}>
          <Bookmarklet path="/addRequest?address=" />
        </Suspense>
      )}
      <Suspense
        fallback={
          <FormSection title={t('activeSessions')}>
            <Skeleton lines={3} />
          </FormSection>
        }
      >
        <SessionsSection />
      </Suspense>
    </>
  )
}
