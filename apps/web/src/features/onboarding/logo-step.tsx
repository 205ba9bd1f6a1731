import { logoRule, putLogo } from '@signet/contract/onboarding'
import { useState, type ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { problemsOf } from '../../api/field-problems.ts'
import { fileSize } from '../../format/file-size.ts'
import { CompanyPlate } from '../../parts/account/company-plate.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FormProblem, FormSection, SaveBar } from '../../ui/forms/form-section.tsx'
import { toast } from '../../ui/feedback/toasts.ts'
import { Card, Columns, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from '../../words/words.ts'
import { keepCompany, readSetup } from './onboarding.api.ts'
import type { StepProps } from './step-form.tsx'
import css from './setup.module.css'

const { maxBytes, types } = logoRule

/** The logo, shown as it will stand on both themes before it is kept. */
export function LogoStep({ company, onNext }: StepProps) {
  const [picked, setPicked] = useState<{ file: File; url: string } | null>(null)
  const file = picked?.file
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const choose = (next: File | undefined) => {
    if (!next) return
    const wrong = wrongOf(next)
    setProblem(wrong)
    if (picked) URL.revokeObjectURL(picked.url)
    setPicked(wrong ? null : { file: next, url: URL.createObjectURL(next) })
  }
  const save = async () => {
    if (!file) {
      onNext()
      return
    }
    setIsBusy(true)
    try {
      const form = new FormData()
      form.append('file', file, file.name)
      await keepCompany(await call(putLogo, { params: { company: company.key }, form }))
      await readSetup(company.key)
      toast(t('Saved'))
      onNext()
    } catch (error) {
      setProblem(problemsOf(error, []).form)
      setIsBusy(false)
    }
  }
  const shown = picked?.url ?? company.logo
  return (
    <div className={css.form}>
      <FormSection title={t('Logo')} hint={t('Stands at the top of the menu of everybody who works on this company.')}>
        <Drop onFile={choose}>
          <b>{file ? file.name : t('Choose a picture or drop it here')}</b>
          <span>
            {file ? fileSize(file.size) : t('PNG, JPEG or WebP, at most {size}', { size: fileSize(maxBytes) })}
          </span>
        </Drop>
        <Columns gap={3}>
          <Plate theme="light" label={t('On the light theme')} name={company.name} logo={shown} />
          <Plate theme="dark" label={t('On the dark theme')} name={company.name} logo={shown} />
        </Columns>
      </FormSection>
      <SaveBar>
        <FormProblem>{problem}</FormProblem>
        <Button kind="primary" isBusy={isBusy} onClick={() => void save()}>
          {file ? t('Save and continue') : t('Continue')}
        </Button>
        {!shown && <Text tone="quiet">{t('Without a logo the initials stand there.')}</Text>}
      </SaveBar>
    </div>
  )
}

function wrongOf(file: File): string | null {
  if (!(types as readonly string[]).includes(file.type)) return t('Only PNG, JPEG and WebP pictures are taken.')
  if (file.size > maxBytes) return t('The picture is larger than {size}.', { size: fileSize(maxBytes) })
  return null
}

function Drop({ onFile, children }: { onFile: (file: File | undefined) => void; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false)
  return (
    // Dropping is a pointer's shortcut; the field inside does the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <Stack
      as="label"
      gap={2}
      align="center"
      tone="quiet"
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
      <Inline as="span" weight="strong" className={css.plateHead}>
        <CompanyPlate key={logo} name={name} logo={logo} />
        {name}
      </Inline>
      <small>{label}</small>
    </Card>
  )
}
