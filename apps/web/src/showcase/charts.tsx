import { AreaStack } from '../charts/area-stack.tsx'
import { BarList } from '../charts/bar-list.tsx'
import { ChartFrame } from '../charts/chart-frame.tsx'
import { ColumnChart, ColumnChartGhost } from '../charts/column-chart.tsx'
import { Spark } from '../charts/spark.tsx'
import { StepCurve } from '../charts/step-curve.tsx'
import { severityTone, type ChartPoint, type Series, type Tone } from '../charts/tone.ts'
import { Card, Columns, Stack } from '../ui/layout/parts.tsx'
import { PartBlock } from './part-block.tsx'

const severities: Series[] = (['Low', 'Medium', 'High', 'Critical'] as const).map((label) => ({
  key: label,
  label,
  tone: severityTone[label],
}))
const tones: Tone[] = ['critical', 'high', 'medium', 'low', 'good', 'takedown', 'analysis', 'accent']
const hourMs = 3_600_000

/** Days in November with values that rise and fall. */
const days: ChartPoint[] = Array.from({ length: 28 }, (_, day) => ({
  at: `2026-11-${String(day + 1).padStart(2, '0')}`,
  values: severities.map((_series, index) => (day * 7 + index * 5) % (9 + index * 3)),
}))
const one: Series[] = [{ key: 'takedowns', label: 'Takedowns', tone: 'takedown' }]
const quietDays = days.map(({ at }) => ({ at, values: [0] }))
const steps = [1, 4, 9, 20, 30].map((hours, index) => ({ ms: hours * hourMs, share: 0.8 - index * 0.15 }))
const sources = [
  { key: 'domain', label: 'Domain', count: 89 },
  { key: 'url', label: 'URL whose name is longer than the room for it', count: 55 },
  { key: 'none', label: 'Paste', count: 0 },
]

/** All charts, each with data, without, and in its other forms. */
export function Charts() {
  return (
    <PartBlock title="Charts">
      <Stack>
        <Card>
          <AreaStack title="Threats by day" finding="Rises." points={days} series={severities} rangeDays={28} />
        </Card>
        <Card>
          <AreaStack
            title="Takedowns by week"
            finding="There were none."
            points={quietDays}
            series={one}
            rangeDays={28}
            heightPx={120}
            stepName="Week"
          />
        </Card>
        <Card>
          <ColumnChart
            title="Volume"
            finding="Rises."
            points={days}
            series={severities}
            rangeDays={28}
            onRange={() => {}}
          />
        </Card>
        <Card>
          <ColumnChartGhost points={quietDays} rangeDays={28} />
        </Card>
        <Card>
          <ColumnChart title="No volume" finding="There was none." points={quietDays} series={one} rangeDays={28} />
        </Card>
        <Columns>
          <Card>
            <StepCurve
              title="Still online"
              finding="Falls to a fifth."
              steps={steps}
              markMs={4 * hourMs}
              columns={['Hours', 'Share']}
              rowOf={({ ms, share }) => [String(ms / hourMs), String(share)]}
            />
          </Card>
          <Card>
            <StepCurve
              title="Nothing online"
              finding="There is nothing."
              steps={[]}
              markMs={null}
              columns={['Hours', 'Share']}
              rowOf={() => []}
              heightPx={160}
            />
          </Card>
          <Card>
            <BarList title="Threats by source" finding="Most are domains." rowName="Source" bars={sources} />
          </Card>
          <Card>
            <BarList
              title="Time by source"
              finding="Domains take two hours."
              rowName="Source"
              noteName="Median"
              tone="takedown"
              bars={sources.map((bar) => ({ ...bar, note: 'median 2 h' }))}
            />
          </Card>
          <Card>
            <BarList
              title="Only counts"
              finding="Most are domains."
              rowName="Source"
              tone="series-4"
              bars={sources.map((bar) => ({ ...bar, note: '' }))}
            />
          </Card>
          <Card>
            {tones.map((tone, index) => (
              <Spark
                key={tone}
                finding={`Rising, ${tone}`}
                tone={tone}
                values={[1, 4, 2, 6, 8]}
                shape={index % 2 === 0 ? 'line' : 'columns'}
              />
            ))}
          </Card>
          <Card>
            <h3>A card with its own heading</h3>
            <ChartFrame
              title="A frame inside it"
              level={4}
              legend={one}
              heightPx={60}
              columns={['Day', 'Takedowns']}
              rows={() => [['Monday', '3']]}
            >
              <p>What the frame holds</p>
            </ChartFrame>
          </Card>
          <Card>
            <ChartFrame
              title="A compact frame"
              isCompact
              heightPx={60}
              columns={['Day', 'Takedowns']}
              rows={() => [['Monday', '3']]}
            >
              <p>What the compact frame holds</p>
            </ChartFrame>
          </Card>
        </Columns>
      </Stack>
    </PartBlock>
  )
}
