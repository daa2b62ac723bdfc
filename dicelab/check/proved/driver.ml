(* Reads a claim and its evidence from standard input, says the claim, and hands the evidence to the proved checker.

   What of this file has to be trusted: that the claim it prints is the one it gives to the checker, and that it prints
   PROVED only when the checker accepts. Evidence needs no trust: whatever is read wrongly is refused. *)

open Checker

let fail line = prerr_endline line; exit 2

(* ---- numbers and cells, as the checker has them ---- *)

let rec positive_of i = if i = 1 then XH else if i land 1 = 1 then XI (positive_of (i / 2)) else XO (positive_of (i / 2))
let z_of i = if i = 0 then Z0 else if i > 0 then Zpos (positive_of i) else Zneg (positive_of (-i))
let rec int_of = function XH -> 1 | XO p -> 2 * int_of p | XI p -> 2 * int_of p + 1
let rec nat_of i = if i = 0 then O else S (nat_of (i - 1))

let words line = List.filter (( <> ) "") (String.split_on_char ' ' line)
let cell_of word = try Scanf.sscanf word "%d,%d%!" (fun r c -> (r, c)) with _ -> fail ("not a cell: " ^ word)
let as_z (r, c) = (z_of r, z_of c)
let cells_of = List.map cell_of

(* A mask with bit i where the i-th character is the given one. *)
let mask_of_text text wanted =
  let rec up i = if i = String.length text then None else
    match up (i + 1), text.[i] = wanted with
    | None, false -> None
    | None, true -> Some XH
    | Some p, true -> Some (XI p)
    | Some p, false -> Some (XO p) in
  match up 0 with None -> N0 | Some p -> Npos p

let labels = "123456789abcdefghijkmnopqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ"

(* ---- the claim in words ---- *)

let name (r, c) =
  if 0 <= r && r < 26 then Printf.sprintf "%c%d" "ABCDEFGHIJKLMNOPQRSTUVWXYZ".[r] (c + 1)
  else Printf.sprintf "(%d,%d)" r c

let named cells = String.concat " " (List.map name cells)

(* A row of a picture for each row of cells. *)
let drawn cells =
  let least f = List.fold_left (fun m x -> Stdlib.min m (f x)) max_int cells
  and most f = List.fold_left (fun m x -> Stdlib.max m (f x)) min_int cells in
  List.init (most fst - least fst + 1) (fun r ->
    String.init (most snd - least snd + 1) (fun c -> if List.mem (r + least fst, c + least snd) cells then '#' else '.'))

let grid = ref [] and pieces_read = ref [] and blockers_read = ref 0 and dice = ref []

let puzzle_read () =
  { grid = List.map as_z !grid; pieces = List.map (List.map as_z) !pieces_read; blockers = nat_of !blockers_read }

let say_puzzle () =
  Printf.printf "grid of %d cells:\n" (List.length !grid);
  List.iter (fun row -> print_endline ("  " ^ row)) (drawn !grid);
  Printf.printf "pieces, which may be turned and flipped: %s\n"
    (String.concat " " (List.map (fun p -> String.concat "/" (drawn p)) !pieces_read));
  Printf.printf "blockers: %d\n" !blockers_read

let verdict holds claim =
  if holds then Printf.printf "PROVED %s\n%!" claim else Printf.printf "NOT PROVED\n%!";
  (* Seconds of the processor, and MiB. *)
  Printf.eprintf "%.2f %d\n" (Sys.time ()) ((Gc.quick_stat ()).Gc.top_heap_words * (Sys.word_size / 8) / 1048576);
  exit (if holds then 0 else 4)

(* ---- evidence ---- *)

(* The mask of each piece; none, which no checker accepts, where a character is neither a label nor a blocker. *)
let tiling_of text =
  let own = String.sub labels 0 (List.length !pieces_read) in
  if String.for_all (fun c -> c = '#' || String.contains own c) text
  then List.mapi (fun i _ -> mask_of_text text labels.[i]) !pieces_read
  else []

let rec tilings count = lazy (
  match input_line stdin with
  | exception End_of_file -> Over
  | text -> incr count; Next (tiling_of text, tilings count))

let check_dice () =
  say_puzzle ();
  List.iteri (fun i d -> Printf.printf "die %d: %s\n" (i + 1) (named d)) !dice;
  let count = ref 0 in
  let holds = certificate_holds (puzzle_read ()) (List.map (List.map as_z) !dice) (tilings count) in
  Printf.printf "%d tilings read\n" !count;
  verdict holds "always_solvable: every roll of these dice has a tiling"

(* A step of a proof in the format LRAT; the empty step, which proves nothing, where a line is none. *)
let step_of line =
  let rec until_zero before = function
    | "0" :: rest -> (List.rev before, rest)
    | word :: rest -> until_zero (int_of_string word :: before) rest
    | [] -> failwith "no 0" in
  let literal i = (i > 0, positive_of (abs i)) in
  try match words line with
    | _ :: "d" :: rest -> Delete (List.map positive_of (fst (until_zero [] rest)))
    | number :: rest ->
      let clause, rest = until_zero [] rest in
      Add (positive_of (int_of_string number), List.map literal clause, List.map positive_of (fst (until_zero [] rest)))
    | [] -> failwith "no step"
  with Failure _ -> fail ("not a step of a proof: " ^ line)

let steps count =
  let rec up found left = match if left = 0 then None else try Some (input_line stdin) with End_of_file -> None with
    | None -> List.rev found
    | Some line -> up (step_of line :: found) (left - 1) in
  up [] count

let board = ref []

let check_board () =
  say_puzzle ();
  Printf.printf "board: %s\n" (named !board);
  let proof = steps (-1) in
  Printf.printf "%d steps read\n" (List.length proof);
  verdict (refutation_holds (puzzle_read ()) (List.map as_z !board) proof)
    "not tileable: this board has no tiling"

(* The clauses in the format DIMACS, to be compared. *)
let print_formula () =
  let literal (sign, x) =
    string_of_int (if sign then int_of x else - (int_of x)) in
  match board_formula (puzzle_read ()) (List.map as_z !board) with
  | None -> fail "no formula"
  | Some clauses ->
    List.iter (fun c -> print_endline (String.concat " " (List.map literal c @ ["0"]))) clauses

(* A record of a census: a tiling; or a board, with the number of the lines of a proof that follow, if there is one. *)
let record_of line =
  match String.split_on_char ' ' line with
  | [text] when String.contains text '.' -> Searched (mask_of_text text '#')
  | [text] -> Tiled (mask_of_text text '#', tiling_of text)
  | [text; lines] -> Refuted (mask_of_text text '#', steps (int_of_string lines))
  | _ -> fail ("not a record: " ^ line)

let rec records () = lazy (
  match input_line stdin with
  | exception End_of_file -> Over
  | line -> let record = record_of line in Next (record, records ()))

let check_census most =
  say_puzzle ();
  let int_of_n = function N0 -> 0 | Npos p -> int_of p in
  let rec nat found i = if i = 0 then found else nat (S found) (i - 1) in
  match census (puzzle_read ()) (nat O most) (records ()) with
  | None -> verdict false ""
  | Some (all, bad) ->
    verdict true (Printf.sprintf "without_tiling: of all %d boards just %d have no tiling" (int_of_n all) (int_of_n bad))

(* ---- trees of cases ---- *)

let sizes = ref [] and least = ref 0 and is_whole = ref false and first_read = ref []
let to_count = ref [] and few = Hashtbl.create 1000

let number_of cell =
  let rec up i = function [] -> fail ("no cell of the grid: " ^ name cell) | c :: l -> if c = cell then i else up (i + 1) l in
  up 0 !grid

let set_of = List.fold_left (fun set i -> set lor (1 lsl i)) 0

(* Where a set stands in a table: the smaller sets come first, and those of one size are in the order of their numbers.
   The checker finds a set's place by adding what three parts of twelve cells contribute, and doesn't believe it. *)
let choose = Array.make_matrix 17 64 0

let () =
  Array.iteri (fun k row -> Array.iteri (fun n _ ->
    row.(n) <- if k = 0 then 1 else if n = 0 then 0 else choose.(k - 1).(n - 1) + choose.(k).(n - 1)) row) choose

let places most cells =
  let places = Array.make (3 * 65536 + most + 1) 0 in
  for part = 0 to 2 do
    for before = 0 to most do
      for bits = 0 to 4095 do
        let sum = ref 0 and k = ref before in
        for i = 0 to 11 do
          if bits lsr i land 1 = 1 then (incr k; if !k <= most then sum := !sum + choose.(!k).(12 * part + i))
        done;
        places.(65536 * part + 4096 * before + bits) <- (16 * !sum) + !k - before
      done
    done
  done;
  for k = 1 to most do
    places.(3 * 65536 + k) <- places.(3 * 65536 + k - 1) + choose.(k - 1).(cells)
  done;
  places

let sets_until places most cells = places.(3 * 65536 + most) + choose.(most).(cells)

let sets places most cells =
  let sets = Array.make (sets_until places most cells) (-1) in
  let rec add from k set sum =
    sets.(places.(3 * 65536 + k) + sum) <- set;
    if k < most then for c = from to cells - 1 do add (c + 1) (k + 1) (set lor (1 lsl c)) (sum + choose.(k + 1).(c)) done in
  add 0 0 0 0;
  sets

(* The signs of the trees, one after the other. *)
let digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

let rec signs trees line at = lazy (
  if at < String.length line then
    let sign = if line.[at] = '-' then Ended else Split (String.index digits line.[at]) in
    Next (sign, signs trees line (at + 1))
  else if trees = 0 then Over
  else match input_line stdin with
    | exception End_of_file -> Over
    | line -> Lazy.force (signs (trees - 1) line 0))

let groups_of line =
  List.map (fun group -> List.map (fun c -> number_of (cell_of c)) (String.split_on_char ';' group)) (words line)

(* Mostly it is enough to count the sets with all named units, and those with all but one of them. Where few units are
   named, these are nearly all sets; and where dice were joined before a tree begins, all sets are counted once. *)
let strategy dice =
  let up_to n = List.init (n + 1) nat_of in
  { at_first = up_to dice;
    at_split = [] :: List.init dice (fun n -> up_to (if n + 1 < dice - 4 then n + 1 else 1));
    at_leaf = List.map up_to [1; 1; 1; 2; 2; 3];
    settles = nat_of 1 }

let check_cases count =
  let cells = List.length !grid and dice = List.length !sizes in
  if cells > 36 || dice > 15 then fail "more than 36 cells, or than 15 dice: no tree of cases is checked";
  let rec cases left = if left = 0 then [] else let line = input_line stdin in groups_of line :: cases (left - 1) in
  let groups = cases count in
  let asked = if !is_whole then List.tl !sizes else !sizes in
  let places = places dice cells in
  let needs = List.mapi (fun k _ -> List.fold_left ( + ) 0 (List.filteri (fun i _ -> i < List.length asked - k) asked)) asked in
  let evidence : evidence = {
    whole = !is_whole; first_cells = List.map number_of !first_read; groups; trees = signs count "" 0;
    cells_needed = List.map nat_of needs;
    counting = strategy (List.length asked);
    table_places = Parray.of_array places 0;
    table_sets = Parray.of_array (sets places (List.length asked - 1) cells) (-1) } in
  say_puzzle ();
  Printf.printf "sizes of the dice: %s\n" (String.concat " " (List.map string_of_int !sizes));
  let claim = Printf.sprintf "no_dice_reach: no dice of these sizes have %d tilings for every roll" !least in
  let puzzle = puzzle_read () and sizes = List.map nat_of !sizes in
  if Hashtbl.length few = 0 then begin
    Printf.printf "boards to be counted: %d, and their images\n%!" (List.length !to_count);
    verdict (proof_holds puzzle sizes (nat_of !least) (sets_until places dice cells) !to_count evidence) claim
  end else begin
    Printf.printf "boards that are taken to have fewer tilings: %d\n%!" (Hashtbl.length few);
    verdict (cases_hold puzzle sizes (Hashtbl.mem few) evidence) (claim ^ ", if these boards have fewer")
  end

let rec read () =
  match words (try input_line stdin with End_of_file -> fail "no claim") with
  | "grid" :: l -> grid := cells_of l; read ()
  | "piece" :: l -> pieces_read := !pieces_read @ [cells_of l]; read ()
  | ["blockers"; n] -> blockers_read := int_of_string n; read ()
  | "die" :: l -> dice := !dice @ [cells_of l]; read ()
  | "board" :: l -> board := cells_of l; read ()
  | ["tilings"] -> check_dice ()
  | ["lrat"] -> check_board ()
  | ["formula"] -> print_formula ()
  | "sizes" :: l -> sizes := List.sort compare (List.map int_of_string l); read ()
  | ["tilings-at-least"; n] -> least := int_of_string n; read ()
  | "first" :: l -> first_read := cells_of l; read ()
  | ["whole"] -> is_whole := true; read ()
  | "count" :: l -> to_count := List.map number_of (cells_of l) :: !to_count; read ()
  | "few" :: l -> Hashtbl.replace few (set_of (List.map number_of (cells_of l))) (); read ()
  | ["cases"; n] -> check_cases (int_of_string n)
  | ["census"; n] -> check_census (int_of_string n)
  | line -> fail ("not understood: " ^ String.concat " " line)

(* Tables are large arrays of numbers: the collector need not go through them again and again. *)
let () = Gc.set { (Gc.get ()) with Gc.space_overhead = 1000 }

let () = if List.length !pieces_read > String.length labels then fail "too many pieces" else read ()
