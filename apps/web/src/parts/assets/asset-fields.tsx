import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Suspense, useState, type ReactNode } from 'react'
import { problemAt, type Problems } from '../../api/field-problems.ts'
import { lazy } from '../../api/lazy.ts'
import { brandParts, type AssetDrafts } from './asset-drafts.ts'
import {
  brandOf,
  domainsOf,
  emptyBrand,
  linesOf,
  listOf,
  readApps,
  readHandles,
  readPartners,
  readPeople,
  type BrandDraft,
} from './asset-lines.ts'
import { t } from './words.ts'
import css from './asset-fields.module.css'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Columns, Inline, Stack } from '../../ui/layout/parts.tsx'

const BackTest = lazy(() => import('../detector/back-test.tsx').then(({ BackTest: tried }) => ({ default: tried })))

/** The fields of the protected assets. Lists can be pasted with one value per line. */
export function AssetFields({
  company,
  drafts,
  problems,
  picturesOf,
  onChange,
}: {
  /** The key of the company. */
  company: string
  drafts: AssetDrafts
  problems: Problems
  /** Renders the images of a saved brand by its key, with the controls to change them; omitted where images aren't edited. */
  picturesOf?: (key: string) => ReactNode
  onChange: (drafts: AssetDrafts) => void
}) {
  const change = (changes: Partial<AssetDrafts>) => onChange({ ...drafts, ...changes })
  const official = [...drafts.brands.flatMap((brand) => brandOf(brand).official), ...domainsOf(drafts.domains)]
  return (
    <>
      <FormSection title={t('brands')} hint={t('brandsHint')}>
        {drafts.brands.map((brand, index) => (
          <BrandFields
            // A draft can only be identified by its position.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            brand={brand}
            index={index}
            isOpen={drafts.brands.length === 1}
            problems={problems}
            pictures={picturesOf?.(brand.key)}
            backTest={
              <Suspense fallback={null}>
                <BackTest company={company} aliases={brandOf(brand).aliases} official={official} />
              </Suspense>
            }
            onChange={(changes) =>
              change({ brands: drafts.brands.map((one, at) => (at === index ? { ...one, ...changes } : one)) })
            }
            onRemove={
              drafts.brands.length > 1
                ? () => change({ brands: drafts.brands.filter((_, at) => at !== index) })
                : undefined
            }
          />
        ))}
        <Inline wrap>
          <Button
            icon={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => change({ brands: [...drafts.brands, emptyBrand] })}
          >
            {t('addBrand')}
          </Button>
        </Inline>
      </FormSection>
      <FormSection title={t('companyWide')}>
        <Lines
          label={t('otherDomains')}
          hint={t('otherDomainsHint')}
          text={drafts.domains}
          count={domainsOf(drafts.domains).length}
          problem={problemAt(problems, 'domains')}
          onChange={(domains) => change({ domains })}
          tidied={(text) => linesOf(domainsOf(text))}
        />
        <Lines
          label={t('people')}
          hint={t('peopleHint')}
          text={drafts.people}
          count={readPeople(drafts.people).items.length}
          problem={problemAt(problems, 'people')}
          onChange={(people) => change({ people })}
        />
        <Lines
          label={t('apps')}
          hint={t('appsHint')}
          text={drafts.apps}
          count={readApps(drafts.apps).items.length}
          problem={problemAt(problems, 'apps')}
          onChange={(apps) => change({ apps })}
        />
        <Lines
          label={t('partners')}
          hint={t('partnersHint')}
          text={drafts.partners}
          count={readPartners(drafts.partners).items.length}
          problem={problemAt(problems, 'partners')}
          onChange={(partners) => change({ partners })}
        />
      </FormSection>
    </>
  )
}

function BrandFields({
  brand,
  index,
  isOpen,
  problems,
  pictures,
  backTest,
  onChange,
  onRemove,
}: {
  brand: BrandDraft
  index: number
  isOpen: boolean
  problems: Problems
  pictures: ReactNode
  /** A test of the brand before it is saved. */
  backTest: ReactNode
  onChange: (changes: Partial<BrandDraft>) => void
  onRemove: (() => void) | undefined
}) {
  const at = (part: string) => problemAt(problems, `brands.${index}.${part}`)
  const hasProblem = brandParts.some((part) => at(part))
  // A newly added brand stays open while its name is typed.
  const [isNew] = useState(brand.name === '')
  const domains = domainsOf(brand.official).length
  return (
    <details className={`${css.brand} framed`} open={isOpen || hasProblem || isNew || undefined}>
      <summary>
        {brand.name || t('newBrand')}
        <small>{t('officialDomainsCount', { count: domains })}</small>
      </summary>
      <Stack pad={3}>
        <Field label={t('name')} problem={at('name') ?? at('key')}>
          {(control) => (
            <input
              {...control}
              maxLength={100}
              value={brand.name}
              onChange={(event) => onChange({ name: event.target.value })}
            />
          )}
        </Field>
        {pictures}
        <Columns>
          <Lines
            label={t('officialDomains')}
            hint={t('officialDomainsHint')}
            text={brand.official}
            count={domains}
            problem={at('official')}
            onChange={(official) => onChange({ official })}
            tidied={(text) => linesOf(domainsOf(text))}
          />
          <Lines
            label={t('aliases')}
            hint={t('aliasesHint')}
            text={brand.aliases}
            count={listOf(brand.aliases).length}
            problem={at('aliases')}
            onChange={(aliases) => onChange({ aliases })}
          />
        </Columns>
        {backTest}
        <Lines
          label={t('handles')}
          hint={t('socialAccountsHint')}
          text={brand.handles}
          count={readHandles(brand.handles).items.length}
          problem={at('handles')}
          onChange={(handles) => onChange({ handles })}
        />
        <Columns>
          <Lines
            label={t('phoneNumbers')}
            text={brand.phones}
            count={listOf(brand.phones).length}
            problem={at('phones')}
            onChange={(phones) => onChange({ phones })}
          />
          <Lines
            label={t('bankAccounts')}
            text={brand.accounts}
            count={listOf(brand.accounts).length}
            problem={at('accounts')}
            onChange={(accounts) => onChange({ accounts })}
          />
        </Columns>
        {onRemove && (
          <Inline wrap>
            <Button kind="danger" icon={<IconTrash size={16} stroke={1.7} aria-hidden="true" />} onClick={onRemove}>
              {t('removeBrand')}
            </Button>
          </Inline>
        )}
      </Stack>
    </details>
  )
}

/** A list as text with one value per line, and the number of values that were recognised. */
function Lines({
  label,
  hint,
  text,
  count,
  problem,
  onChange,
  tidied,
}: {
  label: string
  hint?: string
  text: string
  count: number
  problem: string | undefined
  onChange: (text: string) => void
  /** The text as it is saved, which the field shows once it is left. */
  tidied?: (text: string) => string
}): ReactNode {
  return (
    <Field label={count > 0 ? `${label} (${count})` : label} hint={hint} problem={problem}>
      {(control) => (
        <textarea
          {...control}
          style={{ minHeight: 84 }}
          spellCheck={false}
          autoCapitalize="none"
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => {
            const tidy = tidied?.(text) ?? text
            if (tidy !== text) onChange(tidy)
          }}
        />
      )}
    </Field>
  )
}
