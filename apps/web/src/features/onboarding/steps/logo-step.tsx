import { logoRule, putLogo } from '@signet/contract/companies/onboarding'
import { isOneOf } from '@signet/contract/narrow'
import { useState, type ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import { fileSize } from '../../../format/numbers/file-size.ts'
import { sizeLimit } from '../../../format/numbers/size-limit.ts'
import { CompanyPlate } from '../../../parts/account/company-plate.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { FormProblem, FormSection, SaveBar } from '../../../ui/forms/form-section.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { Card, Columns, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { keepCompany, readSetup } from '../onboarding.api.ts'
import type { StepProps } from './step-form.tsx'
import css from '../setup.module.css'
import { useAction } from '../../../ui/controls/use-action.ts'

const { maxBytes, types } = logoRule

/** The logo, with a preview in both themes before it is saved. */
export function LogoStep({ company, onNext }: StepProps) {
  const [picked, setPicked] = useState<{ file: File; url: string } | null>(null)
  const file = picked?.file
  const [wrong, setWrong] = useState<string | null>(null)
  const choose = (next: File | undefined) => {
    if (!next) return
    const found = wrongOf(next)
    setWrong(found)
    if (picked) URL.revokeObjectURL(picked.url)
    setPicked(found ? null : { file: next, url: URL.createObjectURL(next) })
  }
  const { isBusy, problem, run } = useAction(
    async () => {
      if (file) {
        const form = new FormData()
        form.append('file', file, file.name)
        await keepCompany(await call(putLogo, { params: { company: company.key }, form }))
        await readSetup(company.key)
        toast(t('saved'))
      }
      onNext()
    },
    { isInline: true },
  )
  const shown = picked?.url ?? company.logo
  return (
    <Stack>
      <FormSection title={t('logo')} hint={t('logoHint')}>
        <Drop onFile={choose}>
          <b>{file ? file.name : t('chooseImage')}</b>
          <span>{file ? fileSize(file.size) : t('imageHint', { size: sizeLimit(maxBytes) })}</span>
        </Drop>
        <Columns gap={3}>
          <Plate theme="light" label={t('lightTheme')} name={company.name} logo={shown} />
          <Plate theme="dark" label={t('darkTheme')} name={company.name} logo={shown} />
        </Columns>
      </FormSection>
      <SaveBar>
        <FormProblem>{wrong ?? problem}</FormProblem>
        <Button kind="primary" isBusy={isBusy} onClick={run}>
          {file ? t('saveAndContinue') : t('continue')}
        </Button>
        {!shown && <Text tone="quiet">{t('logoFallback')}</Text>}
      </SaveBar>
    </Stack>
  )
}

function wrongOf(file: File): string | null {
  if (!isOneOf(types, file.type)) return t('imageType')
  if (file.size > maxBytes) return t('imageTooLarge', { size: sizeLimit(maxBytes) })
  return null
}

function Drop({ onFile, children }: { onFile: (file: File | undefined) => void; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false)
  return (
    // Drag and drop is an additional way for pointer users; the field inside does the same.
    <Stack
      as="label"
      gap={2}
      align="center"
      tone="quiet"
      pad={5}
      centred
      className={`${css.drop} choice`}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        onFile(event.dataTransfer.files[0])
      }}
    >
      <input
        type="file"
        className="visually-hidden"
        accept={types.join(',')}
        onChange={(event) => onFile(event.target.files?.[0])}
      />
      {children}
    </Stack>
  )
}

function Plate({
  theme,
  label,
  name,
  logo,
}: {
  theme: 'light' | 'dark'
  label: string
  name: string
  logo: string | null
}) {
  return (
    <Card as="div" kind="inset" gap={3} tone="plain" data-theme={theme}>
      <Inline as="span" weight="strong" least={30}>
        <CompanyPlate key={logo} name={name} logo={logo} />
        {name}
      </Inline>
      <small>{label}</small>
    </Card>
  )
}
