import { addAppAddress } from '@signet/contract/threats/app-files'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Inline } from '../../../ui/layout/parts.tsx'
import css from './add-threats-page.module.css'
import { t } from './words.ts'

interface AppAddressProps {
  company: string
  /** While the last app is still read. */
  isReading: boolean
  onEntered: (appFileId: string) => void
}

/** Takes the address of an app in a store, or of its file. */
export function AppAddress({ company, isReading, onEntered }: AppAddressProps) {
  const [address, setAddress] = useState('')
  const { isBusy, problem, run } = useAction(
    async () => {
      const body = { company, address: address.trim() }
      onEntered((await call(addAppAddress, { query: { company }, body })).id)
    },
    { isInline: true },
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (address.trim() !== '') run()
      }}
    >
      <Field label={t('appAddress')} hint={t('appAddressHint')} problem={problem}>
        {(control) => (
          <Inline wrap gap={2} align="stretch" className={css.address}>
            <input
              {...control}
              type="url"
              value={address}
              maxLength={2000}
              autoComplete="off"
              onChange={(event) => setAddress(event.target.value)}
            />
            <Button type="submit" isBusy={isBusy || isReading} disabled={address.trim() === ''}>
              {t('readAddress')}
            </Button>
          </Inline>
        )}
      </Field>
    </form>
  )
}
