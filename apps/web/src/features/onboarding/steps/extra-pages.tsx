import {
  isOwnPage,
  ownPagePrefix,
  pageContentMax,
  pageRoutes,
  type CompanyPage,
} from '@signet/contract/companies/onboarding'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { problemAt, type Problems } from '../../../api/field-problems.ts'
import { newId } from '../../../api/new-id.ts'
import { keyOf } from '../../../parts/assets/asset-lines.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { AreaField, InputField, SelectField } from '../../../ui/forms/field.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { Box, Inline, Stack } from '../../../ui/layout/parts.tsx'
import { PageText } from '../../../ui/text/page-text-view.tsx'
import { t } from '../words.ts'
import css from '../setup.module.css'

/** An extra page while it is being edited. */
export interface PageRow extends CompanyPage {
  rowId: string
  /** Not saved yet, so its path still follows its name. */
  isNew?: boolean
}

const pagesMax = 20

/** The extra pages of a company as rows for editing. */
export function rowsOf(pages: readonly CompanyPage[]): PageRow[] {
  return pages.map((page) => ({ ...page, rowId: newId() }))
}

/** The rows in the form in which they are saved. The path of a new page is derived from its name. */
export function pagesOf(rows: readonly PageRow[]): CompanyPage[] {
  const taken = new Set(rows.filter(({ isNew }) => !isNew).map(({ pageRoute }) => pageRoute))
  return rows.map(({ pageRoute, pageName, content, isNew }) => {
    const page = { pageRoute: isNew ? freeAddress(pageName, taken) : pageRoute, pageName }
    taken.add(page.pageRoute)
    return isOwnPage(page.pageRoute) ? { ...page, content: content ?? '' } : page
  })
}

const wordMax = 50

function freeAddress(name: string, taken: ReadonlySet<string>): string {
  const word = `${ownPagePrefix}${keyOf(name).slice(0, wordMax) || 'page'}`
  for (let count = 2, address = word; ; count += 1) {
    if (!taken.has(address)) return address
    address = `${word}-${count}`
  }
}

/** The problems of the rows by field, checked before anything is sent. */
export function wrongPages(rows: readonly PageRow[]): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap(({ pageName }, index) =>
      pageName.trim() === '' ? [[`config.pages.${index}.pageName`, t('nameRequired')]] : [],
    ),
  )
}

/** Additional menu entries after Reports: pages of the portal under another name, and pages that the company writes itself. */
export function ExtraPages({
  rows,
  problems,
  onChange,
}: {
  rows: readonly PageRow[]
  problems: Problems
  onChange: (rows: PageRow[]) => void
}) {
  const free = pageRoutes.filter((route) => !rows.some(({ pageRoute }) => pageRoute === route))
  const isFull = rows.length >= pagesMax
  const set = (at: number, changes: Partial<CompanyPage>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...changes } : row)))
  const problem = problemAt(problems, 'pages') ?? problems.fields['config.pages']
  return (
    <FormSection title={t('extraPages')} hint={t('extraPagesHint')}>
      {rows.map((row, index) => (
        <Stack key={row.rowId} gap={2} className={css.page}>
          <Inline wrap>
            {isOwnPage(row.pageRoute) || row.isNew ? null : (
              <Stack gap={0} basis={200}>
                <SelectField
                  label={t('page')}
                  all={[row.pageRoute, ...free]}
                  labelOf={(route) => route}
                  value={row.pageRoute}
                  problem={problemAt(problems, `config.pages.${index}.pageRoute`)}
                  onChange={(pageRoute) => set(index, { pageRoute })}
                />
              </Stack>
            )}
            <Stack gap={0} basis={200}>
              <InputField
                label={t('menuName')}
                maxLength={40}
                value={row.pageName}
                problem={problemAt(problems, `config.pages.${index}.pageName`)}
                onChange={(pageName) => set(index, { pageName })}
              />
            </Stack>
            <IconButton
              label={t('removePage', { name: row.pageName || row.pageRoute || t('page') })}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            >
              <IconTrash size={18} stroke={1.7} aria-hidden="true" />
            </IconButton>
          </Inline>
          {isOwnPage(row.pageRoute) || row.isNew ? (
            <OwnText
              text={row.content ?? ''}
              problem={problemAt(problems, `config.pages.${index}.content`)}
              onChange={(content) => set(index, { content })}
            />
          ) : null}
        </Stack>
      ))}
      {problem ? (
        <Stack as="p" gap="half" size="meta" tone="danger" role="alert">
          {problem}
        </Stack>
      ) : null}
      <Inline align="stretch" wrap>
        <Button
          icon={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
          disabled={free.length === 0 || isFull}
          onClick={() => onChange([...rows, { rowId: newId(), pageRoute: free[0] ?? '', pageName: '' }])}
        >
          {t('addPortalPage')}
        </Button>
        <Button
          icon={<IconPencil size={16} stroke={1.7} aria-hidden="true" />}
          disabled={isFull}
          onClick={() => onChange([...rows, { rowId: newId(), pageRoute: '', pageName: '', content: '', isNew: true }])}
        >
          {t('addCustomPage')}
        </Button>
      </Inline>
    </FormSection>
  )
}

function OwnText({
  text,
  problem,
  onChange,
}: {
  text: string
  problem: string | undefined
  onChange: (text: string) => void
}) {
  return (
    <>
      <AreaField
        label={t('pageText')}
        hint={t('pageTextHint')}
        maxLength={pageContentMax}
        value={text}
        problem={problem}
        onChange={onChange}
      />
      {text.trim() === '' ? null : (
        <Box as="details" pad="2 3" className="framed">
          <Box as="summary" least={24} tone="quiet">
            {t('preview')}
          </Box>
          <PageText text={text} />
        </Box>
      )}
    </>
  )
}
