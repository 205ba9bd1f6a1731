import type { AnySource } from '@signet/contract/threats/sources'
import { useEffect, useRef, useState } from 'react'
import { isMixed, sourceOfSlug, type ListSource } from './threat-source.ts'

/** The threat in the panel. */
export interface OpenThreat {
  source: AnySource
  threatId: string
}

/** The `id` parameter: only the id on the page of a source, `Domain:…` where sources are mixed. */
export function idParam(page: ListSource, { source, threatId }: OpenThreat): string {
  return page === source ? threatId : `${source}:${threatId}`
}

/** Parses the `id` parameter; null when neither it nor the page names a source. */
export function openThreatOf(page: ListSource, id: string | undefined): OpenThreat | null {
  if (!id) return null
  const [head = '', tail] = id.split(':')
  const source = tail === undefined ? page : sourceOfSlug(head)
  if (source === null || isMixed(source)) return null
  return { source, threatId: tail ?? head }
}

/** How long after the last move the URL is updated. */
const followMs = 250

/**
 * The open threat as local state, so that moving through the list doesn't wait for the router. The URL follows, except when it changes on
 * its own (Back, a link).
 *
 * @param write `isNew` when the panel was closed before, which deserves a history entry
 */
export function useOpenThreat(
  page: ListSource,
  urlId: string | undefined,
  write: (id: string | undefined, isNew: boolean) => void,
) {
  const [open, setOpen] = useState(() => openThreatOf(page, urlId))
  const written = useRef(urlId)
  const latest = useRef(write)
  useEffect(() => {
    latest.current = write
  })
  useEffect(() => {
    if (urlId === written.current) return
    written.current = urlId
    setOpen(openThreatOf(page, urlId))
  }, [page, urlId])

  const id = open ? idParam(page, open) : undefined
  useEffect(() => {
    if (id === written.current) return undefined
    const timer = setTimeout(() => {
      const isNew = written.current === undefined
      written.current = id
      latest.current(id, isNew)
    }, followMs)
    return () => clearTimeout(timer)
  }, [id])

  return [open, setOpen] as const
}
