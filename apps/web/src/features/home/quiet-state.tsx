import type { ReactNode } from 'react'
import { FailedLine, type QueryLike } from '../../ui/feedback/data-state.tsx'
import { Box, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'

interface QuietStateProps<T> {
  query: QueryLike<T>
  /** The heading of the block, which stays when its content fails to load. */
  title: string
  /** The height of its content, kept while it loads: in pixels, or of a class. */
  place: { least: number } | { className: string | undefined }
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  children: (data: T) => ReactNode
}

/**
 * A block of the home page whose failure is not prominent: its heading stays, with one line and a retry button. While it loads, the
 * heading has an empty place below it, because grey lines would look like bars. Only the summary of the sources shows a full error, because
 * the home page is useless without it.
 */
export function QuietState<T>({ query, title, place, isEmpty, empty, children }: QuietStateProps<T>) {
  const { data, error, refetch } = query
  if (data !== undefined && !isEmpty?.(data)) return <>{children(data)}</>
  return (
    <>
      <Text as="h2" below={2}>
        {title}
      </Text>
      {data !== undefined ? (
        empty
      ) : error ? (
        <FailedLine retry={() => void refetch()}>{t('loadFailed')}</FailedLine>
      ) : (
        <Box {...place} aria-busy="true" />
      )}
    </>
  )
}
