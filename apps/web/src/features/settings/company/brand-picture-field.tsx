import type { ProtectedBrand } from '@signet/contract/companies/assets'
import { brandCaptureRule, deleteBrandCapture, putBrandCapture } from '@signet/contract/companies/brand-captures'
import { brandLogoRule, deleteBrandLogo, putBrandLogo } from '@signet/contract/companies/brand-logos'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { upload } from '../../../api/upload.ts'
import { useCompany } from '../../../session/company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FailedLine } from '../../../ui/feedback/data-state.tsx'
import { FileDrop } from '../../../ui/forms/file-drop.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import css from './brand-picture-field.module.css'
import { brandPicturesQuery } from '../settings.api.ts'
import { useAction } from '../../../ui/controls/use-action.ts'

type Brand = Pick<ProtectedBrand, 'key' | 'name'>

/** The logo of a brand, or the capture of its genuine page, which is shown next to suspect pages in the review. */
type PictureKind = 'logo' | 'capture'

const kinds = {
  logo: {
    rule: brandLogoRule,
    put: putBrandLogo,
    remove: deleteBrandLogo,
    label: 'logo',
    alt: 'logoOfCompany',
    add: 'addLogo',
    replace: 'replaceLogo',
    takeAway: 'removeLogo',
    failed: 'logoFailed',
    hint: 'logoHint',
  },
  capture: {
    rule: brandCaptureRule,
    put: putBrandCapture,
    remove: deleteBrandCapture,
    label: 'officialPage',
    alt: 'officialPageOf',
    add: 'addPageScreenshot',
    replace: 'replacePageScreenshot',
    takeAway: 'removePageScreenshot',
    failed: 'officialPageFailed',
    hint: 'officialPageHint',
  },
} as const

const usePictures = (kind: PictureKind) => useQuery(brandPicturesQuery(useCompany(), kind))

/** An image of a brand on a neutral background; nothing if there is none. */
export function BrandPicture({ kind, brand }: { kind: PictureKind; brand: Brand }) {
  const pictures = usePictures(kind)
  if (pictures.error && !pictures.data) return <PictureFailed kind={kind} retry={() => void pictures.refetch()} />
  const picture = pictures.data?.[brand.key]
  return picture ? <Plate kind={kind} name={brand.name} picture={picture} /> : null
}

function PictureFailed({ kind, retry }: { kind: PictureKind; retry: () => void }) {
  return <FailedLine retry={retry}>{t(kinds[kind].failed)}</FailedLine>
}

function Plate({ kind, name, picture }: { kind: PictureKind; name: string; picture: string }) {
  return (
    // Logos are designed for a light background and never recoloured, not even in the dark theme.
    <span className={`${css.plate} framed`} data-kind={kind} data-theme="light">
      <img
        className={kind === 'capture' ? 'capture' : undefined}
        src={picture}
        alt={t(kinds[kind].alt, { company: name })}
      />
    </span>
  )
}

/** Shows, sets and removes an image of a brand. Each change is saved at once; the rest of the form has its own button. */
export function BrandPictureField({ kind, brand }: { kind: PictureKind; brand: Brand | undefined }) {
  const client = useQueryClient()
  const company = useCompany()
  const pictures = usePictures(kind)
  const action = async (make: () => Promise<unknown>) => {
    await make()
    await client.invalidateQueries({ queryKey: brandPicturesQuery(company, kind).queryKey })
    toast(t('saved'))
  }
  const removal = useAction(action, { isInline: true })
  const addition = useAction(action, { isInline: true })
  const problem = removal.problem ?? addition.problem
  if (!brand)
    return (
      <Text as="p" size="meta" tone="faint">
        {t('saveBrandFirst')}
      </Text>
    )
  if (pictures.error && !pictures.data) return <PictureFailed kind={kind} retry={() => void pictures.refetch()} />
  const picture = pictures.data?.[brand.key]
  const { rule, put, remove, ...words } = kinds[kind]
  const address = { params: { brand: brand.key }, query: { company } }
  return (
    <Stack gap={2} role="group" aria-label={t(words.alt, { company: brand.name })}>
      <Text weight="medium">{t(words.label)}</Text>
      {picture ? (
        <Inline gap={4} wrap>
          <Plate kind={kind} name={brand.name} picture={picture} />
          <Button
            icon={<IconTrash size={16} stroke={1.7} aria-hidden="true" />}
            isBusy={removal.isBusy}
            onClick={() => removal.run(() => call(remove, address))}
          >
            {t(words.takeAway)}
          </Button>
        </Inline>
      ) : null}
      <FileDrop
        label={t(picture ? words.replace : words.add)}
        rule={rule}
        isBusy={addition.isBusy}
        onFiles={(files) => addition.run(() => upload(put, { ...address, fields: {}, files }))}
      />
      <Text as="small" size="meta" tone="faint">
        {t(words.hint)}
      </Text>
      {problem ? (
        <Text as="p" size="meta" tone="danger" role="alert">
          {problem}
        </Text>
      ) : null}
    </Stack>
  )
}
