import { addImport, importUpload } from '@signet/contract/collection/imports'
import { kinds, type Kind } from '@signet/contract/threats/sources'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { upload } from '../../../api/upload.ts'
import { useSwitchCompany } from '../../../navigation/switch-company.ts'
import { companyChoicesQuery, useClientInfo } from '../../../session/client-info.ts'
import { useCan } from '../../../session/use-session.ts'
import { useAction } from '../../../ui/controls/use-action.ts'
import { SelectField } from '../../../ui/forms/field.tsx'
import { FileDrop } from '../../../ui/forms/file-drop.tsx'
import { FormProblem, FormSection } from '../../../ui/forms/form-section.tsx'
import { Columns, Stack, Text } from '../../../ui/layout/parts.tsx'
import { usePageSearch } from '../../../url/page-search.ts'
import { sourceName } from '../../../words/named/threats.ts'
import { sourceChoice } from '../source-choices.ts'
import { useImportPaths } from './import-paths.ts'
import { validateImportsSearch } from './imports-search.ts'
import { t } from './words.ts'

/** Uploads a file of threats of one source, and opens its import. */
export function NewImport({ company }: { company: string }) {
  const info = useClientInfo()
  const navigate = useNavigate()
  const { one } = useImportPaths()
  const [search, change] = usePageSearch(validateImportsSearch)
  const hasTouts = info?.modules.touts === true
  const recordKind: Kind = hasTouts ? (search.kind ?? 'threat') : 'threat'
  const { choices, source } = sourceChoice(info, recordKind, search.source)
  const { isBusy, problem, run } = useAction(
    async (files: File[]) => {
      const fields = { company, recordKind, source }
      const { id } = await upload(addImport, { params: undefined, query: { company }, fields, files })
      await navigate({ to: one, params: { importId: id } })
    },
    { isInline: true, failed: (reason) => t('uploadFailed', { reason }) },
  )
  return (
    <FormSection title={t('importFile')} hint={t('importFileHint')}>
      <Columns>
        <CompanyChoice company={company} isDisabled={isBusy} />
        {hasTouts ? (
          <SelectField
            label={t('recordKind')}
            value={recordKind}
            all={kinds}
            labelOf={(each) => t(`recordKind.${each}`)}
            onChange={(next) => change({ kind: next === 'tout' ? next : undefined }, { replace: true })}
          />
        ) : null}
        <SelectField
          label={t('source')}
          hint={t('sourceHint')}
          value={source}
          all={choices}
          labelOf={sourceName}
          onChange={(next) => change({ source: next }, { replace: true })}
        />
      </Columns>
      <Stack gap={2}>
        <FileDrop label={t('chooseFile')} rule={importUpload} isBusy={isBusy} onFiles={run} />
        <Text as="p" size="meta" tone="quiet">
          {t('formatsHint')}
        </Text>
        <FormProblem>{problem}</FormProblem>
      </Stack>
    </FormSection>
  )
}

/** The company that gets the threats, for users with several. */
function CompanyChoice({ company, isDisabled }: { company: string; isDisabled: boolean }) {
  const mayChoose = useCan('company:choose')
  const { data: companies = [] } = useQuery({ ...companyChoicesQuery, enabled: mayChoose })
  const switchTo = useSwitchCompany()
  const { list } = useImportPaths()
  if (companies.length < 2 || isDisabled) return null
  return (
    <SelectField
      label={t('company')}
      hint={t('companyHint')}
      value={company}
      all={companies.map((each) => each.company)}
      labelOf={(key) => companies.find((each) => each.company === key)?.name ?? key}
      onChange={(next) => void switchTo(next, list)}
    />
  )
}
