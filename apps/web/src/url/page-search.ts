import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

/*
 * The `search` of links, checked against the page they open: `searchWith({ entry: undefined } satisfies GlossarySearch)`. The router only
 * knows the parameters that features declare with their pages.
 */

/** The current parameters with some changes. */
export function searchWith(changes: object) {
  return (old: object): object => ({ ...old, ...changes })
}

/** Only these parameters. */
export function searchOf(search: object) {
  return (): object => search
}

/** The address of the current page with only these parameters. */
export function linkWith(search: Record<string, string>): string {
  const url = new URL(location.href)
  url.search = new URLSearchParams(search).toString()
  return url.href
}

/**
 * The search parameters of the current page, validated by its `validate<Name>Search`, and a function that changes some of them. Unset
 * parameters are undefined and absent from the URL.
 *
 * @param validate must be the same function at every render
 */
export function usePageSearch<S extends object>(
  validate: (raw: Record<string, unknown>) => S,
): [search: S, change: (changes: Partial<S>, options?: { replace?: boolean }) => void] {
  const raw = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => validate({ ...raw }), [raw, validate])
  const change = useCallback(
    (changes: Partial<S>, { replace = false }: { replace?: boolean } = {}) => {
      void navigate({ to: '.', search: searchWith(changes), replace })
    },
    [navigate],
  )
  return [search, change]
}
