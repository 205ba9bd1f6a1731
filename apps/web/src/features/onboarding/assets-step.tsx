import { putAssets, type Assets } from '@signet/contract/assets'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { problemAt, type Problems } from '../../api/field-problems.ts'
import { Button } from '../../ui/button.tsx'
import { DataState, Skeleton } from '../../ui/data-state.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { plural, t } from '../../words/words.ts'
import {
  appsText,
  brandOf,
  draftOf,
  emptyBrand,
  listOf,
  peopleText,
  readApps,
  readHandles,
  readPeople,
  textOf,
  type BrandDraft,
} from './asset-lines.ts'
import { assetsQuery, readSetup } from './onboarding.api.ts'
import type { StepProps } from './setup-steps.tsx'
import css from './setup.module.css'
import { StepForm } from './step-form.tsx'

/** What the company protects: lists are pasted, one thing a line. */
export function AssetsStep(props: StepProps) {
  const assets = useQuery(assetsQuery(props.company.key))
  return (
    <DataState query={assets} what={t('What the company protects')} loading={<Skeleton lines={10} />}>
      {(value) => <AssetsForm key={value.version} {...props} assets={value} />}
    </DataState>
  )
}

const parts = ['official', 'aliases', 'handles', 'phones', 'accounts', 'name', 'key'] as const

function AssetsForm({ company, onNext, assets }: StepProps & { assets: Assets }) {
  const client = useQueryClient()
  const [brands, setBrands] = useState<readonly BrandDraft[]>(() =>
    assets.brands.length > 0 ? assets.brands.map(draftOf) : [{ ...emptyBrand, name: company.name }],
  )
  const [domains, setDomains] = useState(textOf(assets.domains))
  const [people, setPeople] = useState(peopleText(assets.people))
  const [apps, setApps] = useState(appsText(assets.apps))

  const wrong = () => ({
    ...Object.fromEntries(
      brands.flatMap((brand, index) => [
        ...(brand.name.trim() === '' ? [[`brands.${index}.name`, t('Enter a name.')]] : []),
        ...readHandles(brand.handles)
          .faults.slice(0, 1)
          .map((fault) => [`brands.${index}.handles`, fault]),
      ]),
    ),
    ...firstFault('people', readPeople(people).faults),
    ...firstFault('apps', readApps(apps).faults),
  })
  const save = async () => {
    const body = {
      company: company.key,
      brands: brands.map(brandOf),
      domains: listOf(domains.toLowerCase()),
      people: readPeople(people).items,
      apps: readApps(apps).items,
      version: assets.version,
    }
    const saved = await call(putAssets, { query: { company: company.key }, body })
    client.setQueryData(assetsQuery(company.key).queryKey, saved)
    await readSetup(company.key)
    onNext()
  }
  const fields = [
    ...brands.flatMap((_, index) => parts.map((part) => `brands.${index}.${part}`)),
    'domains',
    'people',
    'apps',
  ]
  return (
    <StepForm label={t('Brands and assets')} fields={fields} onCheck={wrong} onSave={save}>
      {(problems) => (
        <>
          <FormSection
            title={t('Brands')}
            hint={t(
              'What is looked for, and what is its own and never a threat. Lists can be pasted, one thing a line.',
            )}
          >
            {brands.map((brand, index) => (
              <BrandFields
                // A draft has no other name than its place.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                brand={brand}
                index={index}
                isOpen={brands.length === 1}
                problems={problems}
                onChange={(changes) =>
                  setBrands(brands.map((one, at) => (at === index ? { ...one, ...changes } : one)))
                }
                onRemove={brands.length > 1 ? () => setBrands(brands.filter((_, at) => at !== index)) : undefined}
              />
            ))}
            <div className={css.row}>
              <Button
                icon={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
                onClick={() => setBrands([...brands, emptyBrand])}
              >
                {t('Add a brand')}
              </Button>
            </div>
          </FormSection>
          <FormSection title={t('Of the whole company')}>
            <Lines
              label={t('Further domains')}
              hint={t('That belong to no brand, such as those it writes mail from.')}
              text={domains}
              count={listOf(domains).length}
              problem={problemAt(problems, 'domains')}
              onChange={setDomains}
            />
            <Lines
              label={t('People')}
              hint={t('Name; title; mail addresses; handles. All but the name may be left out.')}
              text={people}
              count={readPeople(people).items.length}
              problem={problemAt(problems, 'people')}
              onChange={setPeople}
            />
            <Lines
              label={t('Apps')}
              hint={t('Name; package; SHA-256 of the signers. The signers may be left out.')}
              text={apps}
              count={readApps(apps).items.length}
              problem={problemAt(problems, 'apps')}
              onChange={setApps}
            />
          </FormSection>
        </>
      )}
    </StepForm>
  )
}

const firstFault = (field: string, faults: readonly string[]) => (faults[0] ? { [field]: faults[0] } : {})

function BrandFields({
  brand,
  index,
  isOpen,
  problems,
  onChange,
  onRemove,
}: {
  brand: BrandDraft
  index: number
  isOpen: boolean
  problems: Problems
  onChange: (changes: Partial<BrandDraft>) => void
  onRemove: (() => void) | undefined
}) {
  const at = (part: string) => problemAt(problems, `brands.${index}.${part}`)
  const hasProblem = parts.some((part) => at(part))
  const domains = listOf(brand.official).length
  return (
    <details className={css.brand} open={isOpen || hasProblem || brand.name === '' || undefined}>
      <summary>
        {brand.name || t('New brand')}
        <small>{plural(domains, '{n} official domain', '{n} official domains')}</small>
      </summary>
      <div className={css.brandFields}>
        <FormField label={t('Name')} problem={at('name') ?? at('key')}>
          {(control) => (
            <input
              {...control}
              maxLength={100}
              value={brand.name}
              onChange={(event) => onChange({ name: event.target.value })}
            />
          )}
        </FormField>
        <div className={css.pair}>
          <Lines
            label={t('Official domains')}
            hint={t('They and everything below them are never a threat.')}
            text={brand.official}
            count={domains}
            problem={at('official')}
            onChange={(official) => onChange({ official })}
          />
          <Lines
            label={t('Forms to look for')}
            hint={t('Inside of names, e.g. umberpay. Empty: the name in one word.')}
            text={brand.aliases}
            count={listOf(brand.aliases).length}
            problem={at('aliases')}
            onChange={(aliases) => onChange({ aliases })}
          />
        </div>
        <Lines
          label={t('Handles')}
          hint={t('A source and a name a line, e.g. Twitter @umber')}
          text={brand.handles}
          count={readHandles(brand.handles).items.length}
          problem={at('handles')}
          onChange={(handles) => onChange({ handles })}
        />
        <div className={css.pair}>
          <Lines
            label={t('Telephone numbers')}
            text={brand.phones}
            count={listOf(brand.phones).length}
            problem={at('phones')}
            onChange={(phones) => onChange({ phones })}
          />
          <Lines
            label={t('Bank accounts')}
            text={brand.accounts}
            count={listOf(brand.accounts).length}
            problem={at('accounts')}
            onChange={(accounts) => onChange({ accounts })}
          />
        </div>
        {onRemove && (
          <div className={css.row}>
            <Button kind="danger" icon={<IconTrash size={16} stroke={1.7} aria-hidden="true" />} onClick={onRemove}>
              {t('Remove this brand')}
            </Button>
          </div>
        )}
      </div>
    </details>
  )
}

/** A list as text, one thing a line, with how many were read. */
function Lines({
  label,
  hint,
  text,
  count,
  problem,
  onChange,
}: {
  label: string
  hint?: string
  text: string
  count: number
  problem: string | undefined
  onChange: (text: string) => void
}): ReactNode {
  return (
    <div className={css.short}>
      <FormField label={count > 0 ? `${label} (${count})` : label} hint={hint} problem={problem}>
        {(control) => (
          <textarea
            {...control}
            spellCheck={false}
            autoCapitalize="none"
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </FormField>
    </div>
  )
}
