import { changeCompany, pageRoutes } from '@signet/contract/onboarding'
import type { CompanyConfig } from '@signet/contract/companies'
import type { Module } from '@signet/contract/route'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { problemAt, type Problems } from '../../api/field-problems.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FormSection, Tick, TickGroup } from '../../ui/form-section.tsx'
import { msg, t } from '../../words/words.ts'
import { keepCompany } from './onboarding.api.ts'
import type { StepProps } from './setup-steps.tsx'
import css from './setup.module.css'
import { StepForm } from './step-form.tsx'

const moduleWords: Readonly<Record<Module, { label: string; hint: string }>> = {
  touts: { label: msg('Touts'), hint: msg('Who sells or advertises without right; sources and review of their own.') },
  leaks: { label: msg('Data Leaks'), hint: msg('Leaked sign-ins and documents, with passwords masked.') },
  news: { label: msg('News and What’s New'), hint: msg('What the world and the product have that is new.') },
  kmp: { label: msg('Executive Leak Monitor'), hint: msg('Leaks of the people the company looks after.') },
}
const moduleNames = Object.keys(moduleWords) as Module[]
const fields = ['modules', 'config.pages', 'pages', 'config.qaNavigation', 'config.addThreats']

type Page = CompanyConfig['pages'][number]

/** The parts of the product a company has, and what its people and reviewers find in their menus. */
export function ModulesStep({ company, onNext }: StepProps) {
  const [modules, setModules] = useState(company.modules)
  const [addThreats, setAddThreats] = useState(company.config.addThreats)
  const [qaNavigation, setQaNavigation] = useState(company.config.qaNavigation)
  const [pages, setPages] = useState<readonly Page[]>(company.config.pages)
  const turn = (name: Module, isOn: boolean) => {
    setModules({ ...modules, [name]: isOn })
    // Reviewers cannot have touts in their menu without the module.
    if (name === 'touts' && !isOn) setQaNavigation('deletionQueue')
  }
  const save = async () => {
    const config = { pages: [...pages], addThreats, qaNavigation }
    const body = { modules, config, version: company.version }
    await keepCompany(await call(changeCompany, { params: { company: company.key }, body }))
    onNext()
  }
  return (
    <StepForm label={t('Modules and pages')} fields={fields} onCheck={() => wrongPages(pages)} onSave={save}>
      {(problems) => (
        <>
          <FormSection title={t('Modules')}>
            <TickGroup label={t('What the company uses')} isWide problem={problemAt(problems, 'modules')}>
              {moduleNames.map((name) => (
                <Tick
                  key={name}
                  label={t(moduleWords[name].label)}
                  hint={t(moduleWords[name].hint)}
                  isOn={modules[name]}
                  onChange={(isOn) => turn(name, isOn)}
                />
              ))}
            </TickGroup>
            <TickGroup label={t('Further')} isWide problem={problemAt(problems, 'config.addThreats')}>
              <Tick
                label={t('Clients enter threats themselves')}
                hint={t('Add Threats stands in their menu.')}
                isOn={addThreats}
                onChange={setAddThreats}
              />
            </TickGroup>
            <TickGroup label={t('Menu of reviewers')} isWide problem={problemAt(problems, 'config.qaNavigation')}>
              <Tick
                type="radio"
                name="qaNavigation"
                label={t('Deletion queue')}
                hint={t('A second reviewer approves what is deleted for good.')}
                isOn={qaNavigation === 'deletionQueue'}
                onChange={() => setQaNavigation('deletionQueue')}
              />
              <Tick
                type="radio"
                name="qaNavigation"
                label={t('Touts')}
                hint={modules.touts ? t('Queue, watchlist and deleted touts.') : t('Needs the module touts.')}
                isOn={qaNavigation === 'touts'}
                isDisabled={!modules.touts}
                onChange={() => setQaNavigation('touts')}
              />
            </TickGroup>
          </FormSection>
          <Pages pages={pages} problems={problems} onChange={setPages} />
        </>
      )}
    </StepForm>
  )
}

/** Entries of its own in the menu, after Reports: pages of the portal under another name. */
function Pages({
  pages,
  problems,
  onChange,
}: {
  pages: readonly Page[]
  problems: Problems
  onChange: (pages: Page[]) => void
}) {
  const free = pageRoutes.filter((route) => !pages.some(({ pageRoute }) => pageRoute === route))
  const set = (at: number, changes: Partial<Page>) =>
    onChange(pages.map((page, index) => (index === at ? { ...page, ...changes } : page)))
  return (
    <FormSection
      title={t('Extra pages')}
      hint={t('Entries of its own in the menu of this company, each a page of the portal under its own name.')}
    >
      {pages.map((page, index) => (
        <div key={page.pageRoute} className={css.row}>
          <div className={css.words}>
            <FormField label={t('Page')} problem={problemAt(problems, `pages.${index}.pageRoute`)}>
              {(control) => (
                <select
                  {...control}
                  value={page.pageRoute}
                  onChange={(event) => set(index, { pageRoute: event.target.value })}
                >
                  {[page.pageRoute, ...free].map((route) => (
                    <option key={route}>{route}</option>
                  ))}
                </select>
              )}
            </FormField>
          </div>
          <div className={css.words}>
            <FormField label={t('Name in the menu')} problem={problemAt(problems, `config.pages.${index}.pageName`)}>
              {(control) => (
                <input
                  {...control}
                  maxLength={40}
                  value={page.pageName}
                  onChange={(event) => set(index, { pageName: event.target.value })}
                />
              )}
            </FormField>
          </div>
          <IconButton
            label={t('Take out {name}', { name: page.pageName || page.pageRoute })}
            onClick={() => onChange(pages.filter((_, at) => at !== index))}
          >
            <IconTrash size={18} stroke={1.7} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <FormProblemLine text={problemAt(problems, 'pages') ?? problemAt(problems, 'config.pages')} />
      <div className={css.row}>
        <Button
          icon={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
          disabled={free.length === 0 || pages.length >= 20}
          onClick={() => onChange([...pages, { pageRoute: free[0] ?? '', pageName: '' }])}
        >
          {t('Add a page')}
        </Button>
      </div>
    </FormSection>
  )
}

function FormProblemLine({ text }: { text: string | undefined }) {
  return text ? (
    <p className={css.faults} role="alert">
      {text}
    </p>
  ) : null
}

function wrongPages(pages: readonly Page[]): Record<string, string> {
  return Object.fromEntries(
    pages.flatMap(({ pageName }, index) =>
      pageName.trim() === '' ? [[`config.pages.${index}.pageName`, t('Enter a name.')]] : [],
    ),
  )
}
