import { roles, type Role } from '@signet/contract/access/permissions'
import { problemAt, type Problems } from '../../api/field-problems.ts'
import { roleName, roleSentence } from '../../format/names/role-words.ts'
import { useCompanyItems } from '../../session/client-info.ts'
import { DataState } from '../../ui/feedback/data-state.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Tick, TickGroup } from '../../ui/forms/form-section.tsx'
import { PickMany } from '../../ui/forms/pick-many.tsx'
import { Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { hasChosenCompanies, isOfOneCompany, roleGroups } from './role-rules.ts'

/** The role and companies of a person, for the invitation form and the panel. */
export interface UserAccess {
  role: Role
  company: string
  adminCompanies: readonly string[]
}

interface AccessFieldsProps {
  value: UserAccess
  problems: Problems
  onChange: (changes: Partial<UserAccess>) => void
}

/** A menu of roles with a description of the selected one, for places with little room. */
export function RoleMenu({ value, problems, onChange }: AccessFieldsProps) {
  return (
    <Field label={t('role')} hint={roleSentence(value.role)} problem={problemAt(problems, 'role')}>
      {(control) => (
        <select
          {...control}
          value={value.role}
          onChange={(event) => {
            const role = roles.find((one) => one === event.target.value)
            if (role) onChange({ role, ...(hasChosenCompanies(role) ? {} : { adminCompanies: [] }) })
          }}
        >
          {roleGroups.map((group) => (
            <optgroup key={group.roles[0]} label={t(group.label)}>
              {group.roles.map((role) => (
                <option key={role} value={role}>
                  {roleName(role)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  )
}

export function RoleField({ value, problems, onChange }: AccessFieldsProps) {
  const problem = problemAt(problems, 'role')
  return (
    <>
      {roleGroups.map((group, index) => (
        <TickGroup key={group.roles[0]} label={t(group.label)} isWide problem={index === 0 ? problem : undefined}>
          {group.roles.map((role) => (
            <Tick
              key={role}
              type="radio"
              name="role"
              label={roleName(role)}
              hint={roleSentence(role)}
              isOn={value.role === role}
              onChange={() => onChange({ role, ...(hasChosenCompanies(role) ? {} : { adminCompanies: [] }) })}
            />
          ))}
        </TickGroup>
      ))}
    </>
  )
}

export function CompanyFields({ value, problems, onChange }: AccessFieldsProps) {
  const companies = useCompanyItems()
  return (
    <>
      <DataState query={companies} what={t('companiesToLoad')}>
        {(all) => (
          <Field label={t('company')} hint={t('companyHint')} problem={problemAt(problems, 'company')}>
            {(control) => (
              <select
                {...control}
                value={value.company}
                onChange={(event) =>
                  onChange({
                    company: event.target.value,
                    adminCompanies: value.adminCompanies.filter((key) => key !== event.target.value),
                  })
                }
              >
                {value.company === '' && <option value="">{t('selectCompany')}</option>}
                {all.map(({ key, label }) => (
                  <option key={key} value={key}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </DataState>
      {hasChosenCompanies(value.role) ? (
        <PickMany
          label={t('assignedCompanies')}
          addLabel={t('addCompanies')}
          items={companies.data?.filter(({ key }) => key !== value.company)}
          query={companies}
          value={value.adminCompanies}
          hint={t('assignedCompaniesHint')}
          problem={problemAt(problems, 'adminCompanies')}
          onChange={(adminCompanies) => onChange({ adminCompanies })}
        />
      ) : (
        <Text as="p" tone="quiet">
          {isOfOneCompany(value.role) ? t('clientCompanyHint') : t('superAdminHint')}
        </Text>
      )}
    </>
  )
}
