(* The prover's primitive arrays. The last version is an array of OCaml; an older one is what differs from the version that
   was made of it, and becomes the last one again when it is read. *)

type 'a t = 'a version ref
and 'a version = Last of 'a array * 'a | Older of int * 'a * 'a t

let make n default = ref (Last (Array.make n default, default))
let of_array a default = ref (Last (a, default))

(* Goes from the last version to [t], and exchanges at each step what the two differ in. *)
let renew t =
  let rec path t newer = match !t with Last _ -> (t, newer) | Older (_, _, next) -> path next (t :: newer) in
  let last, older = path t [] in
  let step last older =
    (match (!last, !older) with
    | Last (a, default), Older (i, value, _) ->
        let other = a.(i) in
        a.(i) <- value;
        older := Last (a, default);
        last := Older (i, other, older)
    | _ -> assert false);
    older in
  ignore (List.fold_left step last older)

let rec get t i =
  match !t with
  | Last (a, default) -> if 0 <= i && i < Array.length a then Array.unsafe_get a i else default
  | Older _ -> renew t; get t i

let rec set t i value =
  match !t with
  | Last (a, default) when 0 <= i && i < Array.length a ->
      let next = ref (Last (a, default)) in
      t := Older (i, a.(i), next);
      a.(i) <- value;
      next
  | Last _ -> t
  | Older _ -> renew t; set t i value

let rec length t = match !t with Last (a, _) -> Array.length a | Older _ -> renew t; length t
