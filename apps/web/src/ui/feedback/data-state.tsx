import { IconAlertTriangle, IconCopy, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { Button } from '../controls/button.tsx'
import css from './data-state.module.css'
import { toast } from './messages/toasts.ts'
import { t } from './words.ts'
import { Inline, Stack, Text } from '../layout/parts.tsx'

/** A block in place of content: a heading, a sentence, and at most one action. */
export function StateBlock({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Inline gap={2} most={460} centred tone="quiet" className={css.block}>
      <Text as="h2" tone="plain">
        {title}
      </Text>
      {children && <p>{children}</p>}
      {action}
    </Inline>
  )
}

/** Shown in place of a block that couldn't be loaded. */
export function FailedBlock({ what, error, retry }: { what: string; error: unknown; retry: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  const copy = () => {
    void navigator.clipboard.writeText(requestId ?? '').then(() => toast(t('requestIdCopied')))
  }
  return (
    <Inline gap={2} most={460} centred tone="quiet" className={css.block} role="alert">
      <IconAlertTriangle color="var(--high-text)" size={20} stroke={1.7} aria-hidden="true" />
      <Text as="h2" tone="plain">
        {t('couldNotLoad', { what })}
      </Text>
      <p>{errorText(error)}</p>
      <Inline align="stretch" above={3}>
        <Button icon={<IconRefresh size={16} stroke={1.7} />} onClick={retry}>
          {t('retry')}
        </Button>
        {requestId && (
          <Button kind="quiet" icon={<IconCopy size={16} stroke={1.7} />} onClick={copy}>
            {t('copyRequestId')}
          </Button>
        )}
      </Inline>
    </Inline>
  )
}

/** One line in place of a small part that couldn't be loaded: its sentence and a retry button. */
export function FailedLine({ children, retry }: { children: ReactNode; retry: () => void }) {
  return (
    <Inline as="span" is-inline gap={3} wrap tone="quiet">
      {children}
      <Button kind="quiet" icon={<IconRefresh size={16} stroke={1.7} />} onClick={retry}>
        {t('retry')}
      </Button>
    </Inline>
  )
}

/** One line in place of the parts of a screen whose requests failed. */
export function FailedParts({
  of,
  children,
}: {
  of: readonly { isLoadingError: boolean; refetch: () => unknown }[]
  children: ReactNode
}) {
  const failed = of.filter((query) => query.isLoadingError)
  return failed[0] && <FailedLine retry={() => failed.map((query) => query.refetch())}>{children}</FailedLine>
}

/** Grey lines as a placeholder for text that is loading. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <Stack gap={3} pad="2 0" className={css.skeleton} aria-busy="true">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className="ghost" />
      ))}
    </Stack>
  )
}

const skeleton = <Skeleton />

/** What a part of a screen needs to know of the request that loads it. */
export interface QueryLike<T> {
  data: T | undefined
  error: unknown
  refetch: () => unknown
}

/** Shown while there is no data: that it is loading, or that it couldn't be loaded. */
export function NoData({
  query,
  what,
  loading = skeleton,
}: {
  query: Pick<QueryLike<unknown>, 'error' | 'refetch'> | undefined
  what: string
  loading?: ReactNode
}) {
  return query?.error ? <FailedBlock what={what} error={query.error} retry={() => void query.refetch()} /> : loading
}

/**
 * Shows one of four states: loading, failed with a retry, empty with an action, or the data. Existing data stays after a failed refresh.
 */
export function DataState<T>({
  query,
  what,
  isEmpty,
  empty,
  loading,
  children,
}: {
  query: QueryLike<T>
  /** The name of the block in the error message, e.g. `takedowns`. */
  what: string
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  loading?: ReactNode
  children: (data: T) => ReactNode
}) {
  if (query.data === undefined) return <NoData query={query} what={what} loading={loading} />
  return isEmpty?.(query.data) ? <>{empty}</> : <>{children(query.data)}</>
}
