import { tipLengths, tipPictureMax, tipPlatforms } from '@signet/contract/collection/tips'
import { imageTypes } from '@signet/contract/threats/file-types'
import { sources } from '@signet/contract/threats/sources'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { AreaField, SelectField, TextField } from '../../ui/forms/field.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { FormProblem, FormSection } from '../../ui/forms/form-section.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Columns, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { sendTip, type TipFields } from './tips.api.ts'
import css from './tips.module.css'
import { t } from './words.ts'

const noFields: TipFields = { address: '', platform: '', handle: '', phone: '', text: '', email: '', website: '' }
const rule = { types: imageTypes, maxBytes: tipPictureMax } as const

/** What somebody has seen: any of an address, an account, a number and a message is enough. */
export function TipForm({ company, onSent }: { company: string; onSent: (code: string) => void }) {
  const [picture, setPicture] = useState<File | null>(null)
  const form = useForm({
    initial: noFields,
    check: ({ address, handle, platform, phone, text }) => ({
      form: ![address, handle, phone, text].some((value) => value.trim()) && t('nothingEntered'),
      platform: handle.trim() !== '' && platform === '' && t('platformMissing'),
    }),
    save: async (values) => onSent(await sendTip(company, values, picture)),
  })
  return (
    <Stack as="form" {...form.props} aria-label={t('report')}>
      <FormSection title={t('report')} hint={t('reportHint')}>
        <TextField
          label={t('address')}
          hint={t('addressHint')}
          inputMode="url"
          maxLength={tipLengths.address}
          {...form.field('address')}
        />
        <Columns gap={4} from={200} align="stretch">
          <SelectField
            label={t('platform')}
            all={tipPlatforms}
            labelOf={(platform) => sources[platform].label}
            none={['', t('noPlatform')]}
            {...form.field('platform')}
          />
          <TextField
            label={t('handle')}
            hint={t('handleHint')}
            maxLength={tipLengths.handle}
            {...form.field('handle')}
          />
        </Columns>
        <TextField
          label={t('phone')}
          hint={t('phoneHint')}
          type="tel"
          maxLength={tipLengths.phone}
          {...form.field('phone')}
        />
        <AreaField
          label={t('text')}
          hint={t('textHint')}
          rows={5}
          maxLength={tipLengths.text}
          {...form.field('text')}
        />
        <Stack gap={2}>
          <FileDrop label={t('addScreenshot')} rule={rule} onFiles={([file]) => setPicture(file ?? null)} />
          {picture ? (
            <Inline gap={2}>
              <Text grow cut>
                {picture.name}
              </Text>
              <Button kind="quiet" onClick={() => setPicture(null)}>
                {t('removeScreenshot')}
              </Button>
            </Inline>
          ) : null}
        </Stack>
        <TextField
          label={t('email')}
          hint={t('emailHint')}
          type="email"
          autoComplete="email"
          maxLength={tipLengths.email}
          {...form.field('email')}
        />
        <div className={css.trap} aria-hidden="true">
          <label>
            {t('leaveEmpty')}
            <input
              name="website"
              tabIndex={-1}
              autoComplete="off"
              value={form.values.website}
              onChange={({ target }) => form.set({ website: target.value })}
            />
          </label>
        </div>
        <FormProblem>{form.problems.form}</FormProblem>
        <Inline>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {t('send')}
          </Button>
        </Inline>
      </FormSection>
    </Stack>
  )
}
