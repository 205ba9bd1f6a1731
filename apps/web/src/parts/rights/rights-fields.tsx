import { problemAt } from '../../api/field-problems.ts'
import { AreaField, InputField } from '../../ui/forms/field.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import type { Form } from '../../ui/forms/use-form.ts'
import { Columns } from '../../ui/layout/parts.tsx'
import type { RightsDraft } from './rights-drafts.ts'
import { t } from './words.ts'

/** The fields of the rights of a company. Lists can be pasted with one entry per line. */
export function RightsFields({ form }: { form: Pick<Form<RightsDraft>, 'field' | 'problems'> }) {
  return (
    <>
      <FormSection title={t('rightsOwner')} hint={t('rightsOwnerHint')}>
        <Columns>
          <InputField label={t('legalName')} maxLength={200} {...form.field('legalName')} />
          <InputField label={t('postalAddress')} maxLength={300} {...form.field('postalAddress')} />
          <InputField label={t('signatory')} maxLength={100} {...form.field('signatory')} />
          <InputField label={t('signatoryTitle')} maxLength={100} {...form.field('signatoryTitle')} />
          <InputField
            label={t('reportingEmail')}
            hint={t('reportingEmailHint')}
            type="email"
            maxLength={254}
            {...form.field('email')}
          />
          <InputField label={t('phone')} type="tel" maxLength={50} {...form.field('phone')} />
        </Columns>
      </FormSection>
      <FormSection title={t('trademarks')}>
        <AreaField
          label={t('trademarksPerLine')}
          hint={t('trademarksHint')}
          rows={4}
          {...form.field('trademarks')}
          problem={problemAt(form.problems, 'trademarks')}
        />
        <AreaField label={t('accountsPerLine')} hint={t('accountsHint')} rows={3} {...form.field('accounts')} />
      </FormSection>
    </>
  )
}
