import type { Step } from '@signet/contract/takedowns/cases'
import { IconTrash } from '@tabler/icons-react'
import { ProgressSteps, StepDots } from '../parts/cases/progress-steps.tsx'
import { SeverityMark } from '../parts/threats/severity-mark.tsx'
import { BulkAlert, BulkBar, BulkButton } from '../ui/grid/bulk-bar.tsx'
import { SimpleTable } from '../ui/grid/simple-table.tsx'
import { Button } from '../ui/controls/button.tsx'
import { FailedBlock, FailedLine, FailedParts, Skeleton, StateBlock } from '../ui/feedback/data-state.tsx'
import { Chip, type ChipTone } from '../ui/feedback/status-chip.tsx'
import { Card, Columns, Inline } from '../ui/layout/parts.tsx'
import { Timeline } from '../ui/layout/timeline.tsx'
import { PartBlock } from './part-block.tsx'
import css from './showcase.module.css'

const tones: ChipTone[] = [
  ...(['new', 'good', 'closed', 'takedown', 'analysis', 'stopped'] as const),
  ...(['critical', 'high', 'medium', 'low'] as const),
]
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
const nothing = () => {}
const severities = ['Critical', 'High', 'Medium', 'Low'] as const
const steps: Step[] = [
  { key: 'requested', label: 'Requested', state: 'completed', at: '2026-11-05T17:01:00Z' },
  { key: 'sent', label: 'Notice sent', state: 'active', note: 'Waits for the provider' },
  { key: 'removed', label: 'Removed', state: 'todo' },
]
const stopped: Step[] = [
  { key: 'requested', label: 'Requested', state: 'completed' },
  { key: 'sent', label: 'Notice sent', state: 'aborted', note: 'Withdrawn' },
]
const rows = [
  { source: 'Domain', count: 89 },
  { source: 'URL', count: 55 },
]

/** Components that show data: marks, tables, charts, and the four states of a block. */
export function Data() {
  return (
    <>
      <PartBlock title="Chips, severity, steps">
        <Inline wrap>
          {tones.map((tone) => (
            <Chip key={tone} tone={tone}>
              {tone}
            </Chip>
          ))}
        </Inline>
        <Inline wrap gap={4}>
          {severities.map((severity) => (
            <SeverityMark key={severity} severity={severity} />
          ))}
          <StepDots steps={steps} />
          <StepDots steps={stopped} />
        </Inline>
        <Card>
          <ProgressSteps label="Steps" steps={steps} />
        </Card>
        <Card>
          <ProgressSteps label="Stopped steps" steps={stopped} />
        </Card>
      </PartBlock>
      <PartBlock title="Tables, timelines">
        <Columns>
          <Card>
            <SimpleTable
              label="Sources"
              columns={[
                { key: 'source', label: 'Source', render: (row) => row.source },
                { key: 'count', label: 'Threats', isFigure: true, render: (row) => row.count },
              ]}
              rows={rows}
              idOf={(row) => row.source}
              current="URL"
            />
          </Card>
          <Card>
            <Timeline
              label="Timeline"
              entries={(['plain', 'accent', 'good', 'takedown', 'stopped'] as const).map((tone, index) => ({
                id: tone,
                at: `2026-11-0${index + 1}T09:00:00Z`,
                title: `Entry, ${tone}`,
                text: 'What happened',
                quote: tone === 'plain' ? 'What somebody wrote' : undefined,
                tone,
              }))}
            />
          </Card>
        </Columns>
      </PartBlock>
      <PartBlock title="Bar of a selection">
        <div className={css.floating}>
          <BulkBar
            label="Selected threats"
            count={3}
            aside="of 1,133"
            selectAll={{ label: 'Select all', onClick: nothing }}
            actions={[{ label: 'Request takedown', icon: <IconTrash {...icon} />, shortcut: 'T', onClick: nothing }]}
            progress={null}
            onStop={nothing}
            onClear={nothing}
          >
            <BulkAlert>
              <p>2 takedowns could not be requested.</p>
              <BulkButton onClick={nothing}>Try again</BulkButton>
            </BulkAlert>
          </BulkBar>
        </div>
        <div className={css.floating}>
          <BulkBar
            label="Threats in progress"
            count={3}
            actions={[]}
            progress={{ done: 40, total: 1133 }}
            onStop={nothing}
            onClear={nothing}
          />
        </div>
      </PartBlock>
      <PartBlock title="Loading, failed, empty">
        <Columns>
          <Card>
            <Skeleton lines={4} />
          </Card>
          <Card>
            <FailedBlock what="the list" error={new Error('unreachable')} retry={nothing} />
            <FailedLine retry={nothing}>Couldn't load the logo.</FailedLine>
            <FailedParts of={[{ isLoadingError: true, refetch: nothing }]}>Couldn't load some counts.</FailedParts>
          </Card>
          <Card>
            <StateBlock title="No threats yet" action={<Button>Add a threat</Button>}>
              Threats appear here once the first scan has ended.
            </StateBlock>
          </Card>
        </Columns>
      </PartBlock>
    </>
  )
}
