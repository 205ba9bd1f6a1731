import type { Assets } from '@signet/contract/companies/assets'
import type { ReactNode } from 'react'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { labelOfSource } from './filter-fields.tsx'
import { BrandPicture } from './brand-picture-field.tsx'
import css from '../settings.module.css'

/** What the company protects, in read-only form. */
export function AssetsRead({ assets }: { assets: Assets }) {
  const { brands, domains, people, apps, partners } = assets
  return (
    <>
      {brands.map((brand) => (
        <FormSection key={brand.key} title={brand.name}>
          <BrandPicture kind="logo" brand={brand} />
          <BrandPicture kind="capture" brand={brand} />
          <dl className={`${css.facts} facts`}>
            <Fact label={t('officialDomains')} items={brand.official} />
            <Fact label={t('aliases')} items={brand.aliases} />
            <Fact label={t('socialAccounts')} items={brand.handles.map(handleText)} />
            <Fact label={t('phoneNumbers')} items={brand.phones} />
            <Fact label={t('bankAccounts')} items={brand.accounts} />
          </dl>
        </FormSection>
      ))}
      <FormSection title={t('companyWide')} hint={t('assetsReadOnlyHint')}>
        <dl className={`${css.facts} facts`}>
          <Fact label={t('otherDomains')} items={domains} />
          <Fact
            label={t('people')}
            items={people.map(({ name, title, emails, handles }) => (
              <>
                {[name, title].filter(Boolean).join(', ')}
                <small>{[...emails, ...handles.map(handleText)].join(' · ')}</small>
              </>
            ))}
          />
          <Fact
            label={t('apps')}
            items={apps.map(({ name, packageName, signerSha256 }) => (
              <>
                {name} <span className="mono">{packageName}</span>
                {signerSha256.map((signer) => (
                  <small key={signer} className="mono">
                    {signer}
                  </small>
                ))}
              </>
            ))}
          />
          <Fact
            label={t('partners')}
            items={partners.map(({ name, role, domains: hosts, handles, phones, accounts }) => (
              <>
                {name}, {role === 'reseller' ? t('partnerReseller') : t('partnerAgent')}
                <small>{[...hosts, ...phones, ...accounts, ...handles.map(handleText)].join(' · ')}</small>
              </>
            ))}
          />
        </dl>
      </FormSection>
    </>
  )
}

const handleText = ({ source, handle }: { source: string; handle: string }) => `${labelOfSource(source)} ${handle}`

function Fact({ label, items }: { label: string; items: readonly ReactNode[] }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {items.length === 0 ? (
          <Text tone="quiet">{t('none')}</Text>
        ) : (
          <ul>
            {items.map((item, index) => (
              // The items of a read-only list never change position.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>{item}</li>
            ))}
          </ul>
        )}
      </dd>
    </>
  )
}
