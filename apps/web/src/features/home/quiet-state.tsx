import type { ReactNode } from 'react'
import { FailedLine, type QueryLike, Skeleton } from '../../ui/feedback/data-state.tsx'
import { Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'

interface QuietStateProps<T> {
  query: QueryLike<T>
  /** The heading of the block, which stays when its content fails to load. */
  title: string
  lines: number
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  children: (data: T) => ReactNode
}

/**
 * A block of the home page whose failure is not prominent: its heading stays, with one line and a retry button. Only the summary of the
 * sources shows a full error, because the home page is useless without it.
 */
export function QuietState<T>({ query, title, lines, isEmpty, empty, children }: QuietStateProps<T>) {
  const { data, error, refetch } = query
  if (data === undefined && !error) return <Skeleton lines={lines} />
  if (data !== undefined && !isEmpty?.(data)) return <>{children(data)}</>
  return (
    <>
      <Text as="h2" below={2}>
        {title}
      </Text>
      {data !== undefined ? empty : <FailedLine retry={() => void refetch()}>{t('loadFailed')}</FailedLine>}
    </>
  )
}
