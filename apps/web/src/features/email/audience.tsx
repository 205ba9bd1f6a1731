import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompanyItems } from '../../session/client-info.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormSection, Tick, TickGroup } from '../../ui/forms/form-section.tsx'
import { PickMany } from '../../ui/forms/pick-many.tsx'
import type { SearchItem } from '../../ui/controls/search-list.tsx'
import { useSettled } from '../../ui/forms/use-settled.ts'
import { Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { findPeopleQuery } from './email.api.ts'

/** The selected recipients. The selection of the other kind is kept while the user switches between the two. */
export interface ChosenAudience {
  kind: 'companies' | 'users'
  companies: string[]
  users: string[]
}

const settleMs = 250

/** Selects all people of some companies, or individual people, and shows the exact number of recipients. */
export function Audience({
  value,
  problem,
  recipients,
  onChange,
}: {
  value: ChosenAudience
  problem: string | undefined
  /** Undefined while the count is loading, null when it failed. */
  recipients: number | null | undefined
  onChange: (value: ChosenAudience) => void
}) {
  const companies = useCompanyItems()
  return (
    <FormSection
      title={t('recipients')}
      actions={
        <Text as="output" weight="medium" tone="quiet" num>
          {recipients === undefined ? t('counting') : recipients !== null && t('peopleCount', { count: recipients })}
        </Text>
      }
    >
      <TickGroup label={t('sendTo')} isFull>
        <Tick
          type="radio"
          name="audience"
          label={t('everyoneInCompanies')}
          isOn={value.kind === 'companies'}
          onChange={() => onChange({ ...value, kind: 'companies' })}
        />
        <Tick
          type="radio"
          name="audience"
          label={t('selectedUsers')}
          isOn={value.kind === 'users'}
          onChange={() => onChange({ ...value, kind: 'users' })}
        />
      </TickGroup>
      {value.kind === 'companies' ? (
        <PickMany
          label={t('companies')}
          addLabel={t('addCompanies')}
          items={companies.data}
          query={companies}
          value={value.companies}
          problem={problem}
          aside={
            companies.data && value.companies.length < companies.data.length ? (
              <Button onClick={() => onChange({ ...value, companies: companies.data.map(({ key }) => key) })}>
                {t('selectAllCompanies')}
              </Button>
            ) : null
          }
          onChange={(chosen) => onChange({ ...value, companies: chosen })}
        />
      ) : (
        <PeoplePick
          chosen={value.users}
          problem={problem}
          onChange={(chosen) => onChange({ ...value, users: chosen })}
        />
      )}
    </FormSection>
  )
}

function PeoplePick({
  chosen,
  problem,
  onChange,
}: {
  chosen: string[]
  problem: string | undefined
  onChange: (chosen: string[]) => void
}) {
  const [typed, setTyped] = useState('')
  const found = useQuery(findPeopleQuery(useSettled(typed, settleMs)))
  // Keeps the names of selected people when the search results change.
  const [known, setKnown] = useState<ReadonlyMap<string, SearchItem>>(new Map())
  const items = found.data?.items.map(({ id, name, email }) => ({ key: id, label: name, hint: email }))
  const others = chosen.flatMap((id) => (items?.some(({ key }) => key === id) ? [] : (known.get(id) ?? [])))
  return (
    <PickMany
      label={t('users')}
      addLabel={t('addUsers')}
      items={items && [...items, ...others]}
      query={found}
      value={chosen}
      problem={problem}
      onSearch={setTyped}
      onChange={(next) => {
        const named = [...known.values(), ...(items ?? [])].filter(({ key }) => next.includes(key))
        setKnown(new Map(named.map((item) => [item.key, item])))
        onChange(next)
      }}
    />
  )
}
