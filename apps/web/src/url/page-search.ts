import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

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
      void navigate({ to: '.', search: (old: object) => ({ ...old, ...changes }), replace })
    },
    [navigate],
  )
  return [search, change]
}
