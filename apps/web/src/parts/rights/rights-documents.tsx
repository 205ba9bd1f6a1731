import {
  addRightsDocument,
  deleteRightsDocument,
  rightsDocumentKinds,
  rightsDocumentUpload,
  type Rights,
  type RightsDocumentKind,
} from '@signet/contract/companies/rights'
import { originalOf } from '@signet/contract/threats/file-types'
import { isoToday } from '@signet/contract/time'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { upload } from '../../api/upload.ts'
import { dateOnly } from '../../format/time/date-time.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAction } from '../../ui/controls/use-action.ts'
import { toast } from '../../ui/feedback/messages/toasts.ts'
import { InputField, SelectField } from '../../ui/forms/field.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Columns, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { rightsQuery } from './rights-drafts.ts'
import { t } from './words.ts'

/** The documents of a company. Each change is saved at once. */
export function RightsDocuments({ company, rights, mayWrite }: { company: string; rights: Rights; mayWrite: boolean }) {
  const client = useQueryClient()
  const { queryKey } = rightsQuery(company)
  const [kind, setKind] = useState<RightsDocumentKind>('authorisation')
  const [expiresOn, setExpiresOn] = useState('')
  const { isBusy, problem, run } = useAction(
    async (change: () => Promise<Rights>) => {
      client.setQueryData(queryKey, await change())
      setExpiresOn('')
      toast(t('saved'))
    },
    { isInline: true },
  )
  const today = isoToday()
  return (
    <FormSection title={t('documents')} hint={t('documentsHint')}>
      {rights.documents.length === 0 ? (
        <Text as="p" tone="quiet">
          {t('documentsEmpty')}
        </Text>
      ) : (
        <Stack as="ul" gap={2} aria-label={t('documents')}>
          {rights.documents.map(({ id, kind: of, expiresOn: day, file }) => (
            <Inline as="li" key={id} justify="between" wrap>
              <Stack as="span" gap={0}>
                <a href={originalOf(file.href)} download={file.name}>
                  {file.name}
                </a>
                <Text as="small" tone={day !== null && day < today ? 'danger' : 'faint'}>
                  {t(`documentKind.${of}`)}
                  {day === null ? '' : ` · ${t(day < today ? 'expiredOn' : 'validUntil', { date: dateOnly(day) })}`}
                </Text>
              </Stack>
              {mayWrite && (
                <Button
                  kind="quiet"
                  aria-label={t('deleteDocument', { name: file.name })}
                  isBusy={isBusy}
                  onClick={() =>
                    run(() => call(deleteRightsDocument, { params: { documentId: id }, query: { company } }))
                  }
                >
                  {t('delete')}
                </Button>
              )}
            </Inline>
          ))}
        </Stack>
      )}
      {mayWrite && (
        <>
          <Columns>
            <SelectField
              label={t('documentKind')}
              all={rightsDocumentKinds}
              labelOf={(one) => t(`documentKind.${one}`)}
              value={kind}
              onChange={setKind}
            />
            <InputField
              label={t('expiryDate')}
              hint={t('expiryDateHint')}
              type="date"
              value={expiresOn}
              onChange={setExpiresOn}
            />
          </Columns>
          <FileDrop
            label={t('addDocument')}
            rule={rightsDocumentUpload}
            isBusy={isBusy}
            onFiles={(files) =>
              run(() =>
                upload(addRightsDocument, {
                  params: undefined,
                  query: { company },
                  fields: { kind, ...(expiresOn === '' ? {} : { expiresOn }) },
                  files,
                }),
              )
            }
          />
        </>
      )}
      {problem ? (
        <Text as="p" size="meta" tone="danger" role="alert">
          {problem}
        </Text>
      ) : null}
    </FormSection>
  )
}
