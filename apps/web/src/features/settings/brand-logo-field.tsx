import type { ProtectedBrand } from '@signet/contract/assets'
import { brandLogoRule, deleteBrandLogo, putBrandLogo } from '@signet/contract/brand-logos'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { upload } from '../../api/upload.ts'
import { useCompany } from '../../session/company.ts'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { toast } from '../../ui/toasts.ts'
import { t } from '../../words/words.ts'
import css from './brand-logo-field.module.css'
import { brandLogosQuery } from './settings.api.ts'

type Brand = Pick<ProtectedBrand, 'key' | 'name'>

function useLogoOf(brand: Brand | undefined): string | undefined {
  const { data } = useQuery(brandLogosQuery(useCompany()))
  return data?.find((one) => one.brand === brand?.key)?.logo
}

/** The logo of a brand on a neutral plate; nothing when it has none. */
export function BrandLogoPlate({ brand }: { brand: Brand }) {
  const logo = useLogoOf(brand)
  return logo ? <Plate name={brand.name} logo={logo} /> : null
}

function Plate({ name, logo }: { name: string; logo: string }) {
  return (
    // A mark is drawn for light ground and is never recoloured, also in the dark theme.
    <span className={css.plate} data-theme="light">
      <img src={logo} alt={t('Logo of {company}', { company: name })} height={40} />
    </span>
  )
}

/** Shows, sets and takes away the logo of a brand, each at once; the rest of the form is saved by its own button. */
export function BrandLogoField({ brand }: { brand: Brand | undefined }) {
  const client = useQueryClient()
  const company = useCompany()
  const logo = useLogoOf(brand)
  const [busy, setBusy] = useState<'put' | 'delete' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  if (!brand) return <p className={css.quiet}>{t('It can have a logo once it is saved.')}</p>
  const change = async (what: 'put' | 'delete', make: () => Promise<unknown>) => {
    setBusy(what)
    setProblem(null)
    try {
      await make()
      await client.invalidateQueries({ queryKey: brandLogosQuery(company).queryKey })
      toast(t('Saved'))
    } catch (error) {
      setProblem(errorText(error))
    }
    setBusy(null)
  }
  const address = { params: { brand: brand.key }, query: { company } }
  return (
    <div className={css.field} role="group" aria-label={t('Logo of {company}', { company: brand.name })}>
      <span className={css.label}>{t('Logo')}</span>
      {logo ? (
        <div className={css.row}>
          <Plate name={brand.name} logo={logo} />
          <Button
            icon={<IconTrash size={16} stroke={1.7} aria-hidden="true" />}
            isBusy={busy === 'delete'}
            onClick={() => void change('delete', () => call(deleteBrandLogo, address))}
          >
            {t('Remove the logo')}
          </Button>
        </div>
      ) : null}
      <FileDrop
        label={logo ? t('Replace the logo') : t('Add a logo')}
        rule={brandLogoRule}
        isBusy={busy === 'put'}
        onFiles={(files) => void change('put', () => upload(putBrandLogo, { ...address, fields: {}, files }))}
      />
      <small className={css.quiet}>{t('Kept at once. Stands beside suspects in the review.')}</small>
      {problem ? (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
