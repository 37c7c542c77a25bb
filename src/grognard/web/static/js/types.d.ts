// Made from the published description of the interface by `python -m tests.web.api_types --write`.

export interface Act {
  do: string;
  seq: number;
  view?: boolean;
}

/** A unit that came to another hex, with the hexes it entered. */
export interface ActStep {
  unit: string;
  to: string;
  at: number;
  origin?: string;
  path?: (string)[];
}

/** A row of the schedule, each unit with what has become of it. */
export interface Arrival {
  turn: number;
  dates: string;
  side: string;
  clause: string;
  units: Record<string, string>;
  early?: Record<string, any> | null;
}

/** What a better way begins with: the first action that was not played, and why. */
export interface Better {
  action: string;
  text: string;
  why: string;
  clauses: (string)[];
  draw: Record<string, any>;
  more: number;
  chance: Chance;
  gain: Chance;
  by?: string;
}

/** A what-if game is to leave the table after so many actions (not given: now). */
export interface Branch {
  at?: number | null;
  name?: string;
  dice?: "casual" | "typed";
}

/** One thing that could be done, as a computer player judges it. */
export interface Candidate {
  action: string;
  value: number;
  why: string;
  odds: Record<string, string>;
  clauses: (string)[];
  text: string;
  draw: Record<string, any>;
}

/** The chances of a side: a draw counts as half a win. */
export interface Chance {
  value: number;
  low: number;
  high: number;
}

/** One chapter of a side's dice: the server's half of every link, and the other half encrypted for the opponent's page. */
export interface Chapter {
  chapter: number;
  tip: string;
  shares: string;
  public: string;
  recipient: string;
  envelope: string;
}

/** A game that ended on time: `side` had none left. */
export interface ClaimedOnTime {
  side: string;
  winner: string;
  at: number;
}

/** A clause of a rulebook, in our words, with where it comes from. */
export interface Clause {
  id: string;
  text: string;
  chapter: string;
  provenance: string;
  kind: string;
  who: string;
  when: string;
  note: string;
  forbids: boolean;
  implemented: boolean;
}

/** Time for each side: days for each move, or minutes for the game and seconds more after each move. */
export interface Clock {
  kind: "chess" | "days";
  days?: number;
  minutes?: number;
  increment?: number;
}

/** The clocks of a table. They start when every player has come to the table (`started`). */
export interface ClockFace {
  terms: ClockTerms;
  left: Record<string, number>;
  running: string | null;
  started: boolean;
  late: string | null;
  claim_in: number | null;
}

/** What the players agreed on, in seconds; `grace`: before the game can be claimed, `gift`: time that can be given. */
export interface ClockTerms {
  kind: "chess" | "days";
  seconds: number;
  increment: number;
  grace: number;
  gift: number;
}

/** What the club knows of a table; `free`: seats that could be opened, `why`: why the game is not rated. */
export interface ClubTable {
  seat: string;
  can_take_name: boolean;
  players: Record<string, string | null>;
  open: (string)[];
  free: (string)[];
  rated: boolean;
  why: string;
  clock: ClockFace | null;
  claim: ClaimedOnTime | null;
}

/** Who holds the hexes of a place. */
export interface Control {
  name: string;
  hexes: Record<string, string>;
  controlled: boolean;
  clause: string;
  [more: string]: any;
}

/** How to read one kind of counter. */
export interface Counter {
  title: string;
  figures: (Figure)[];
}

/** A name with its passphrase. */
export interface Credentials {
  name: string;
  passphrase: string;
}

/** The table itself. */
export interface Crt {
  columns: any[];
  bounds: any[];
  cells: (any[])[];
}

/** A line of the table a fight is resolved on. */
export interface CrtLine {
  id: string;
  name: string;
  clause: string;
}

/** What cuts a supply path: the hexes it could still reach, and what is around them. */
export interface Cut {
  reached: (string)[];
  enemies: (string)[];
  zones: (string)[];
}

/** A game as people choose it. */
export interface DescribedGame {
  text: string;
  dates: string;
  sides: Record<string, string>;
  seats: Record<string, string>;
  scenarios: (DescribedScenario)[];
}

/** A scenario as people choose it; `hours` are worked out from `decisions`, `view` are hexes its picture shows. */
export interface DescribedScenario {
  id: string;
  name: string;
  text: string;
  dates: string;
  turns: number;
  unit: string;
  turn: string;
  decisions: number;
  basis: string;
  hidden: string;
  difficulty: number;
  difficulty_because: string;
  judged: boolean;
  view: (string)[];
  provenance: string;
  hours: number;
  length: string;
  difficulty_in_words: string;
}

/** How chance answers at a new table. */
export interface Dice {
  kind?: "committed" | "seeded" | "typed";
  seed?: string | number | null;
  secrets?: "pages" | "server";
}

/** What the page of a player needs to do its part in the dice. */
export interface DiceParts {
  stage: "playing" | "sealing" | "server";
  roll: number;
  due: boolean;
  publics: Record<string, string | null>;
  wanted: (number)[];
  envelopes: (Envelope)[];
  mine: (Envelope)[];
}

/** What an action did. */
export interface Done {
  seq: number;
  events: (Line)[];
  words: (Words)[];
}

/** Why the phase cannot be ended now. */
export interface Ending {
  because: string;
  clause: string;
  units: (string)[];
}

/** The half of a chapter's links that one page left for another, encrypted. */
export interface Envelope {
  side: string;
  chapter: number;
  public: string;
  recipient: string;
  envelope: string;
}

/** How the dice stand whose secrets the players' pages make; `todo`: the seat's own page has something to hand over. */
export interface EscrowStatus {
  stage: "playing" | "sealing" | "server";
  roll: number | null;
  waits: Waits | null;
  todo: boolean;
}

/** A fight before it is declared: every draw against every answer. */
export interface FightPlan {
  kind: string;
  attacker: string;
  hex: string;
  attackers: (string)[];
  defender: string | null;
  fire: (Fire)[];
  result: string | null;
  parts: (Part)[];
  differential: number;
  markers: number;
  shifts: (Part)[];
  line: CrtLine;
  columns: Record<string, string>;
  results: Record<string, string>;
  key: Record<string, string>;
  table: Crt;
  defenders: (string)[];
  rows: (PlanRow)[];
  likely: string;
  unanswered: string | null;
}

/** One figure printed on a counter, and what it means. */
export interface Figure {
  figure: string;
  meaning: string;
}

/** A marker that was drawn. */
export interface Fire {
  side: string;
  kind: string;
  value: number | string | null;
}

/** A game that can be played, with all that can be chosen. */
export interface Game {
  name: string;
  title: string;
  sides: (string)[];
  scenarios: (string)[];
  about: DescribedGame;
  refused: Record<string, string>;
  players: (Player)[];
  player: string;
  strongest: string;
  options: (Reading)[];
  dice: (string)[];
  enforcement: (string)[];
}

/** The ratings and win rates of one game. */
export interface GameResults {
  game: string;
  games: number;
  players: (RatedPlayer)[];
  advantage: SideAdvantage;
  scenarios: (ScenarioRates)[];
}

export interface Given {
  given: Record<string, string>;
}

/** Everything a game says to a player who opens it for the first time. */
export interface Guide {
  step?: (Step)[];
  counter?: (Counter)[];
  section?: (Section)[];
  marker?: Record<string, string>;
  result?: Record<string, string>;
  suggest?: Record<string, (string)[]>;
}

/** What a computer player would do, and the alternatives. */
export interface Hint {
  at: number;
  side: string;
  clause: string | null;
  purpose: string | null;
  rule: string | null;
  player: string;
  played: string | null;
  action: string;
  text: string;
  candidates: (Candidate)[];
}

/** Where notices that it is the seat's move are to be sent; nothing: nowhere. */
export interface Hook {
  url: string | null;
}

/** An open seat to take; with a session it is played under its name. */
export interface Join {
  side: string;
  session?: string;
}

/** A seat that was taken, with its token. */
export interface Joined {
  table: string;
  seat: string;
  token: string;
}

/** A broken clause with its text. */
export interface Judged {
  clause: string;
  because: string;
  text?: string;
}

/** What the seat may do: by verb, unit and hex where it has them, else in full. */
export interface Legal {
  verbs: (string)[];
  plain: (string)[];
  units: Record<string, (string)[]>;
  by_verb: Record<string, Record<string, (string)[]>>;
  count: number;
}

/** An action with what it did; of one that is hidden from the seat, who took it. */
export interface Line {
  seq: number;
  by: string;
  do: string | null;
  words: (Words)[];
}

/** How much of the game was looked at: decisions in all, judged without play-outs, passed over as the play-outs' player would have taken them itself, played out a few times, and measured. */
export interface Looked {
  decisions: number;
  judged: number;
  alike: number;
  scouted: number;
  measured: number;
}

/** A map, for drawing. Each game has its own hexes and lines. */
export interface Map {
  hexes: Record<string, any> | any[];
  provenance?: string | null;
  grid?: Record<string, any> | null;
  rivers?: any[];
  bridges?: any[];
  roads?: any[];
  boundary?: any[];
  zones?: Record<string, any>;
  [more: string]: any;
}

/** The name of a player. */
export interface Named {
  name: string;
}

/** The passphrase as it is, and as it shall be. */
export interface NewPassphrase {
  passphrase: string;
  new: string;
}

/** A table to be set up. */
export interface NewTable {
  game: string;
  scenario?: string;
  name?: string;
  options?: Record<string, string | number | boolean>;
  enforcement?: string;
  dice?: Dice;
  seats?: Record<string, string>;
  clock?: Clock | null;
}

/** A player's own notes. */
export interface Notes {
  text: string;
}

/** The exact odds of a fight that might be. */
export interface Odds {
  kind: string;
  attacker: string;
  hex: string;
  attackers: (string)[];
  defender: string | null;
  fire: (Fire)[];
  result: string | null;
  parts: (Part)[];
  differential: number;
  markers: number;
  shifts: (Part)[];
  line: CrtLine;
  columns: Record<string, string>;
  results: Record<string, string>;
  key: Record<string, string>;
  table: Crt;
  attacker_fire: string;
  defender_fire: string;
}

/** Whether anyone on this server may join a seat. */
export interface OpenSeat {
  side: string;
  open: boolean;
}

/** A seat anyone may join. */
export interface OpenTable {
  table: string;
  name: string;
  game: string;
  scenario: string;
  side: string;
  since: number;
  clock: ClockTerms | null;
  rated: boolean;
  waiting: (string)[];
}

/** Whether anyone may join a seat. */
export interface Opened {
  seat: string;
  open: boolean;
}

/** The halves of both sides' links for the roll that is due; with `view` the answer holds the table as it then stands. */
export interface Opening {
  roll: number;
  halves: Record<string, string>;
  view?: boolean;
}

/** Standing orders of a seat, in the game's own words; none: everything is asked. */
export interface Orders {
  orders: Record<string, any> | null;
}

/** How a game ended. */
export interface Over {
  winner: string;
  level: string;
  clause: string;
}

/** What can be laid over the map after `at` actions. A game without one of them leaves it out, and may add its own. */
export interface Overlays {
  at: number;
  zones?: Record<string, (string)[]>;
  supply?: Supply;
  threats?: Record<string, (string)[]>;
  control?: Control;
  arrivals?: (Arrival)[];
  moved?: (string)[];
  fought?: (string)[];
  victory?: Record<string, any>;
  [more: string]: any;
}

/** A table in the list of one's tables. */
export interface OwnTable {
  table: string;
  name: string;
  game: string;
  scenario: string;
  seat: string;
  seq: number;
  to_move: string | null;
  mine: boolean;
  since: number | null;
  turn: any;
  phase: any;
  over: Over | null;
  error?: string | null;
}

/** On which page a game is played, and how it is shown there. */
export interface Page {
  title: string;
  sides: Record<string, string>;
  map: boolean;
  desk: string;
  presentation: string;
  numbering: "CCRR" | "RRCC";
  plans: boolean;
  colors: Record<string, string>;
}

/** A modifier with its clause. */
export interface Part {
  amount: number;
  clause: string;
  because: string;
}

/** The passphrase of the player who is signed in. */
export interface Passphrase {
  passphrase: string;
}

/** What a computer player would do with the rest of a phase. */
export interface PhasePlan {
  at: number;
  side: string;
  purpose: string | null;
  player: string;
  phase: string;
  actions: (string)[];
  texts: (string)[];
  reasons: (string)[];
}

/** The chances of one draw against one answer; `enemy` and `own`: that either side loses something. */
export interface PlanCase {
  results: Record<string, string>;
  columns: Record<string, string>;
  enemy: string;
  own: string;
}

/** One draw the attacker may name, with each answer. */
export interface PlanRow {
  fire: string;
  answers: Record<string, PlanCase>;
}

/** An action in words, and what the map shows of it. */
export interface PlayedAction {
  action: string;
  text: string;
  draw: Record<string, any>;
}

/** A computer player. */
export interface Player {
  name: string;
  character: string;
  games: (string)[];
  graded: boolean;
}

/** What a player's page commits to before play: its public key, the key of its secret rolls, the end of its first chain. */
export interface Pledge {
  public: string;
  key: string;
  tip: string;
}

/** The chances of the first side after so many actions. */
export interface Point {
  at: number;
  moment: string;
  chance: Chance;
}

/** An action to be judged. */
export interface Question {
  do: string;
}

/** A player's Elo in one game; `margin` is half of the 95 % interval. */
export interface RatedPlayer {
  player: string;
  elo: number;
  margin: number;
  games: number;
}

/** One rated game that is over. */
export interface RatedResult {
  table: string;
  game: string;
  scenario: string;
  winner: string;
  level: string;
  on_time: boolean;
  at: number;
  players: Record<string, string>;
}

/** What each legal destination costs. */
export interface Reach {
  hexes: Record<string, string>;
}

/** An option of a game. */
export interface Reading {
  name: string;
  clause: string;
  kind: string;
  default: string | number | boolean | null;
  values: Record<string, string>;
}

/** The dice of a table. */
export interface Receipts {
  kind: "committed" | "seeded" | "typed";
  seed: string | null;
  sides: (string)[];
  tips: Record<string, string>;
  keys: Record<string, string>;
  opened: Record<string, string> | null;
  rolls: (Roll)[];
  verified: boolean;
  checkable: boolean;
  problem: string | null;
}

/** Every error. Nothing was changed. */
export interface Refusal {
  error: string;
  rulings: (Ruling)[];
}

/** The results of a server. */
export interface ResultsPage {
  games: (GameResults)[];
  last: (RatedResult)[];
}

/** All that is said of one game. */
export interface Review {
  format: number;
  game: string;
  now: string;
  judge: string;
  adviser: string;
  scout: number;
  count: number;
  seconds: number;
  turns: number;
  games: number;
  looked: Looked;
  side: string;
  method: string;
  limits: string;
  judged: boolean;
  curve: (Point)[];
  decisions: (Turning)[];
  luck: (Stroke)[];
}

/** The review of a finished game; while it is `null`, the seconds of processor time spent, of at most how many, the games played out so far, and what is being done. */
export interface ReviewAnswer {
  review: Review | null;
  done: number;
  whole: number;
  games: number;
  doing: string;
}

/** A seat whose token is to be worth nothing from now on. */
export interface Revoke {
  seat: string;
}

/** A roll with the links it opened, and whether they fit. */
export interface Roll {
  roll: number;
  action: number | null;
  do: string | null;
  links: Record<string, string>;
  fits: boolean | null;
  seal: string | null;
}

/** Why something is refused. */
export interface Ruling {
  clause: string;
  because: string;
}

/** A line of talk. */
export interface Said {
  text: string;
}

/** The win rates of a scenario. */
export interface ScenarioRates {
  scenario: string;
  games: number;
  draws: number;
  sides: Record<string, WinRate>;
}

/** A new table: its tokens are given this once. A computer has none; the creator's hands seats out and sees nothing. */
export interface Seats {
  table: string;
  seats: Record<string, string | null>;
  watch: string;
  creator: string;
}

/** A part of "How to play in ten minutes". */
export interface Section {
  title: string;
  text: (string)[];
  picture?: string;
  caption?: string;
}

/** The session under whose name a seat is played. */
export interface Session {
  session: string;
}

/** What a side is worth between equal players. */
export interface SideAdvantage {
  side: string;
  elo: number;
  margin: number;
}

/** A player who is signed in; the token of the session is given this once. */
export interface SignedIn {
  name: string;
  token: string;
}

/** What a seat does by itself, in the game's own words; none: everything is asked. */
export interface StandingOrders {
  orders?: Record<string, any> | null;
}

/** The advice for one kind of decision. */
export interface Step {
  id: string;
  title: string;
  do: string;
  why: string;
  verbs: (string)[];
  good?: string;
  sides?: (string)[];
  phases?: (string)[];
  kinds?: (string)[];
  scenarios?: (string)[];
  clause?: string;
}

/** A stretch of the game in acts. */
export interface Story {
  since: number;
  until: number;
  acts: (grognard.web.answers.Act)[];
}

/** Rolls that changed the chances, told for the side they helped. */
export interface Stroke {
  at: number;
  last: number;
  side: string;
  moment: string;
  text: string;
  before: Chance;
  after: Chance;
  change: Chance;
  games: number;
  sure: boolean;
}

/** A unit's supply: its path, or what cuts it. */
export interface Supplied {
  supplied: boolean;
  path: (string)[];
  clause: string;
  because: string;
  cut?: Cut | null;
  [more: string]: any;
}

/** Supply of all units on the map. */
export interface Supply {
  hexes: (string)[];
  sources: (string)[];
  units: Record<string, Supplied>;
  [more: string]: any;
}

/** The chances of each result for every draw the seat may name now. */
export interface Support {
  choices: Record<string, Record<string, string>>;
  answer: string | null;
}

/** A table as one seat sees it. Games add what is their own, such as `dates`. */
export interface Table {
  table: string;
  name: string;
  game: string;
  scenario: string | number;
  seat: string;
  sides: (string)[];
  seats: Record<string, string>;
  seq: number;
  at: number;
  of: number;
  enforcement: string;
  dice: "committed" | "seeded" | "typed";
  escrow: EscrowStatus | null;
  to_move: string | null;
  mine: boolean;
  clause: string | null;
  purpose: string | null;
  rule: string | null;
  over: Over | null;
  branch_of: string | null;
  branch_at: number | null;
  view: Record<string, any>;
  units: Record<string, any>;
  markers: Record<string, any>;
  cups: Record<string, any>;
  legal: Legal;
  guide: string | null;
  ending: Ending | null;
  log: (Line)[];
  combat: Record<string, any> | null;
  [more: string]: any;
}

/** A line of talk. */
export interface Talk {
  id: number;
  seat: string;
  text: string;
  at: number;
}

/** Notes. */
export interface Text {
  text: string;
}

/** A seat's new token. */
export interface Token {
  seat: string;
  token: string;
}

/** The seats a browser remembers. */
export interface Tokens {
  tokens: (string)[];
}

/** What can be asked. */
export interface Topic {
  help: string;
  parameters: (TopicParameter)[];
}

/** The answer to a question: plain data, lines for people, and where it comes from. */
export interface TopicAnswer {
  topic: string;
  value: Record<string, any>;
  lines: (string)[];
  clauses: (string)[];
  provenance: (string)[];
}

/** What a question takes. */
export interface TopicParameter {
  name: string;
  kind: string;
  help: string;
  default: any;
  required: boolean;
}

/** A decision with the chances of the side that took it, before and after it. */
export interface Turning {
  at: number;
  last: number;
  side: string;
  moment: string;
  text: string;
  played: (PlayedAction)[];
  before: Chance;
  after: Chance;
  change: Chance;
  games: number;
  sure: boolean;
  words: string;
  better: Better | null;
}

/** The last decision is to be taken back; `past`: also past a roll or a reveal, which the record shows for good. Past those every other player has to agree: `agreed` holds the tokens of their seats, as a page has that plays both sides. */
export interface Undo {
  seq?: number | null;
  past?: boolean;
  agreed?: (string)[];
}

/** What was taken back. */
export interface Undone {
  seq: number;
  undone: (string)[];
}

/** A counter as it is printed; its figures are its game's own. */
export interface Unit {
  id: string;
  type: string;
  name?: string | null;
  side?: string | null;
  formation?: string | null;
  size?: string | null;
  [more: string]: any;
}

/** A record to go on from; `secrets` are those of its committed dice, if it is not over. */
export interface Upload {
  record: string;
  name?: string;
  seats?: Record<string, string>;
  secrets?: Record<string, string> | null;
}

/** The judgement on an action. */
export interface Verdict {
  legal: boolean;
  rulings: (Judged)[];
  figures: Record<string, any>;
  nearest: string | null;
}

/** Why nothing can be done: the pages of these sides have to seal, hand over a part, seal a chapter or open a roll. */
export interface Waits {
  why: "chapter" | "open" | "part" | "seal";
  sides: (string)[];
}

/** Where notices go, and whether this server sends any. */
export interface Webhook {
  url: string | null;
  offered: boolean;
}

/** The share of games a side won, with its 95 % interval. */
export interface WinRate {
  wins: number;
  value: number;
  low: number;
  high: number;
}

/** A sentence of the log, the clause it rests on, and the data it was made from. */
export interface Words {
  kind: string;
  text: string;
  clause?: string;
  side?: string;
  units?: (string)[];
  hexes?: (string)[];
  figures?: Record<string, any>;
  forced?: boolean;
}
