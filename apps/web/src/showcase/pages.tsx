import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { SearchList } from '../ui/controls/search-list.tsx'
import { DataState, NoData, Skeleton, StateBlock } from '../ui/feedback/data-state.tsx'
import { Dialog, DialogActions } from '../ui/feedback/dialogs/dialog.tsx'
import { RemarkDialog } from '../ui/feedback/dialogs/remark-dialog.tsx'
import { Field } from '../ui/forms/field.tsx'
import { FormSection, SaveBar, Tick } from '../ui/forms/form-section.tsx'
import { LeaveGuard } from '../ui/forms/leave-guard.tsx'
import { TickMany } from '../ui/forms/tick-many.tsx'
import { Fact, Facts } from '../ui/layout/facts.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Card, Columns, Inline, ScrollRegion, Stack, Text } from '../ui/layout/parts.tsx'
import { SectionIndex } from '../ui/layout/section-index.tsx'
import { AddressText } from '../ui/text/address-text.tsx'
import { MarkedText } from '../ui/text/marked-text.tsx'
import { PageText } from '../ui/text/page-text-view.tsx'
import { Explained } from '../ui/text/explained.tsx'
import { Rich } from '../ui/text/rich.tsx'
import { TimeAgo } from '../ui/text/time-text.tsx'
import { PartBlock } from './part-block.tsx'
import css from './showcase.module.css'

const nothing = () => {}
const failedQuery = { data: undefined, error: new Error('unreachable'), refetch: nothing }
const severities = ['Critical', 'High', 'Medium', 'Low'] as const
const named = (name: string) => name
const written = `## A heading

A paragraph with **strong words**, *stressed words* and [a way out](https://signet.example).

### A smaller heading

- One point
- Another point

1. First
2. Second`

/** Frames of pages, forms as a whole, texts and dialogs. */
export function Pages() {
  const [isDirty, setIsDirty] = useState(false)
  const [chosen, setChosen] = useState<(typeof severities)[number][]>(['High'])
  const [opened, setOpened] = useState<'plain' | 'remark'>()
  const close = () => setOpened(undefined)
  return (
    <>
      <PartBlock title="Texts">
        <Columns>
          <Card>
            <PageText text={written} />
          </Card>
          <Card gap={2}>
            <p>
              <MarkedText pieces={['a ', 'marked', ' word']} />
            </p>
            <p>
              <AddressText text="hxxps[:]//sign-in.harbour[.]example/account" />
            </p>
            <p>
              <Rich text={({ name }) => `Written by ${name}.`} values={{ name: <strong>Ada Example</strong> }} />
            </p>
            <p>
              <TimeAgo at="2026-11-01T09:00:00Z" /> and <TimeAgo at="2026-11-01T09:00:00Z" isWithin />
            </p>
            <p>
              <Explained about="From the request to the removal.">Median time</Explained>
            </p>
          </Card>
          <Card>
            <Facts>
              <Fact label="Registrar">Example Registrar</Fact>
              <Fact label="Address">198.51.100.7</Fact>
            </Facts>
          </Card>
          <Card>
            <ScrollRegion aria-label="A part that scrolls" className={css.low}>
              <Stack>
                {severities.map((severity) => (
                  <Text key={severity} as="p">
                    {severity}
                  </Text>
                ))}
              </Stack>
            </ScrollRegion>
          </Card>
        </Columns>
      </PartBlock>
      <PartBlock title="Data in its states">
        <Columns>
          <Card>
            <NoData query={undefined} what="the facts" />
          </Card>
          <Card>
            <NoData query={failedQuery} what="the facts" loading={<Skeleton lines={1} />} />
          </Card>
          <Card>
            <DataState query={{ data: 3, error: null, refetch: nothing }} what="the facts">
              {(count) => <p>There are {count}</p>}
            </DataState>
          </Card>
          <Card>
            <DataState
              query={{ data: 0, error: null, refetch: nothing }}
              what="the facts"
              isEmpty={(count) => count === 0}
              empty={<StateBlock title="No facts" />}
            >
              {() => null}
            </DataState>
          </Card>
        </Columns>
      </PartBlock>
      <PartBlock title="A page with an index of its sections">
        <div className={css.screen}>
          <Page title="Parts">
            <SectionIndex
              label="Sections"
              parts={[
                { label: 'First part', search: {} },
                { label: 'Second part', search: { part: 'second' } },
              ]}
            >
              <FormSection title="The first section" actions={<Button>An action</Button>}>
                <Field label="A field around any control" hint="With a hint">
                  {(control) => <input {...control} type="time" defaultValue="09:00" />}
                </Field>
                <Field label="A control with a problem" problem="Enter a time.">
                  {(control) => <input {...control} type="time" />}
                </Field>
              </FormSection>
              <FormSection title="The second section" hint="What it is for.">
                <TickMany
                  label="Several of a few"
                  all={severities}
                  value={chosen}
                  labelOf={named}
                  hintOf={(one) => `What ${one} means`}
                  onChange={setChosen}
                />
                <TickMany
                  label="Short labels"
                  isShort
                  all={severities}
                  value={chosen}
                  labelOf={named}
                  onChange={setChosen}
                />
                <TickMany
                  label="One below the other"
                  isWide
                  problem="Choose at least one."
                  all={severities}
                  value={[]}
                  labelOf={named}
                  onChange={setChosen}
                />
              </FormSection>
              <SaveBar>
                <Button kind="primary">Save</Button>
                <Button>Discard</Button>
              </SaveBar>
            </SectionIndex>
          </Page>
        </div>
        <Inline wrap gap={4}>
          <Tick label="Unsaved changes" isOn={isDirty} onChange={setIsDirty} />
          <Link to="/home" className="way-link">
            Leave the page
          </Link>
        </Inline>
        <LeaveGuard isDirty={isDirty} />
      </PartBlock>
      <PartBlock title="List with a search, further dialogs">
        <Columns>
          <Card kind="inset" as="div">
            <SearchList
              label="Companies"
              placeholder="Find a company"
              items={severities.map((label) => ({ key: label, label, hint: 'Company' }))}
              current="High"
              empty="No company has that name."
              onPick={nothing}
            />
          </Card>
          <Card kind="inset" as="div">
            <SearchList label="Nothing" placeholder="Find" items={[]} empty="There is nothing." onPick={nothing} />
          </Card>
        </Columns>
        <Inline wrap>
          <Button onClick={() => setOpened('plain')}>Open a plain dialog</Button>
          <Button onClick={() => setOpened('remark')}>Open a remark</Button>
        </Inline>
        {opened === 'plain' && (
          <Dialog title="A plain dialog" isAtTop onClose={close}>
            <p>What it says.</p>
            <DialogActions>
              <Button onClick={close}>Close</Button>
            </DialogActions>
          </Dialog>
        )}
        {opened === 'remark' && (
          <RemarkDialog
            title="Why?"
            subject="meridian-login.example"
            confirmLabel="Close the threat"
            onConfirm={close}
            onClose={close}
          />
        )}
      </PartBlock>
    </>
  )
}
