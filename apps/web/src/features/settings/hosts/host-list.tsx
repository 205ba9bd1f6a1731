import { decideDiscoveredHosts, type HostState } from '@signet/contract/collection/discovered-hosts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { FormProblem } from '../../../ui/forms/form-section.tsx'
import { Pager } from '../../../ui/grid/pager.tsx'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { hostsKey, hostsPerPage, hostsQuery } from './discovered-hosts.api.ts'
import { HostRow } from './host-row.tsx'
import css from '../../../parts/asset-proposals/proposal-list.module.css'
import { t } from './words.ts'

const none: ReadonlySet<string> = new Set()

/** The hosts of one state, or of all, to be approved or rejected one or several at a time. */
export function HostList({
  state,
  pageNumber,
  onPage,
  mayWrite,
}: {
  state: HostState | 'all'
  pageNumber: number
  onPage: (pageNumber: number) => void
  mayWrite: boolean
}) {
  const company = useCompany()
  const client = useQueryClient()
  const [chosen, setChosen] = useState(none)
  const place = useRef<HTMLDivElement>(null)
  const hosts = useQuery(hostsQuery(company, state, pageNumber))
  const decide = useAction(
    async (names: string[], next: HostState) => {
      const body = { company, hosts: names, state: next }
      const { changed } = await call(decideDiscoveredHosts, { query: { company }, body })
      setChosen((old) => new Set([...old].filter((one) => !names.includes(one))))
      toast(t(next === 'approved' ? 'approved' : 'rejected', { count: changed }))
      await client.invalidateQueries({ queryKey: hostsKey(company) })
      // The row that had the focus may be gone.
      place.current?.focus()
    },
    { isInline: true },
  )
  const choose = (host: string, isOn: boolean) =>
    setChosen((old) => new Set(isOn ? [...old, host] : [...old].filter((one) => one !== host)))
  return (
    <Stack ref={place} tabIndex={-1} gap={3}>
      <FormProblem>{decide.problem}</FormProblem>
      <DataState
        query={hosts}
        what={t('hostsToLoad')}
        loading={<Skeleton lines={6} />}
        isEmpty={({ total }) => total === 0}
        empty={<Nothing state={state} />}
      >
        {({ items, total }) => {
          const shown = items.map(({ host }) => host)
          const selected = shown.filter((host) => chosen.has(host))
          return (
            <>
              {mayWrite && items.length > 1 && (
                <Inline wrap justify="between">
                  <Inline as="label" className={css.all}>
                    <input
                      type="checkbox"
                      checked={selected.length === shown.length}
                      onChange={({ target }) => setChosen(target.checked ? new Set(shown) : none)}
                    />
                    {t('selectPage', { count: shown.length })}
                  </Inline>
                  {selected.length > 0 && (
                    <Inline wrap>
                      <Button disabled={decide.isBusy} onClick={() => decide.run(selected, 'approved')}>
                        {t('approveSelected', { count: selected.length })}
                      </Button>
                      <Button kind="quiet" disabled={decide.isBusy} onClick={() => decide.run(selected, 'rejected')}>
                        {t('rejectSelected', { count: selected.length })}
                      </Button>
                    </Inline>
                  )}
                </Inline>
              )}
              <ul className={`${css.list} ruled`}>
                {items.map((host) => (
                  <HostRow
                    key={host.host}
                    host={host}
                    isChosen={chosen.has(host.host)}
                    isBusy={decide.isBusy}
                    onChoose={mayWrite && items.length > 1 ? (isOn) => choose(host.host, isOn) : undefined}
                    onDecide={mayWrite ? (next) => decide.run([host.host], next) : undefined}
                  />
                ))}
              </ul>
              <Pager
                pageNumber={pageNumber}
                pages={Math.ceil(total / hostsPerPage)}
                onPage={(next) => {
                  onPage(next)
                  setChosen(none)
                }}
              />
            </>
          )
        }}
      </DataState>
    </Stack>
  )
}

function Nothing({ state }: { state: HostState | 'all' }) {
  return (
    <Stack gap="half">
      <Text as="strong" weight="medium">
        {t(state === 'all' ? 'none' : 'noneOfState')}
      </Text>
      <small>{t('noneText')}</small>
    </Stack>
  )
}
