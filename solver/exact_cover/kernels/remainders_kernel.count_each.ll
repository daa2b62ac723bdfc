; solver.exact_cover.kernels.remainders_kernel.count_each, made by python -m experiments.installation.portable_code
; with numba 0.68.1 and llvmlite 0.50.0; the kernel is the source
; types: int64 int64 int64 int64 int64 int64 uint64* uint64* uint64* int64* uint64* uint64* int64* uint64* int64* int64* uint64* int64* uint64* uint64*
; sources: remainders_kernel.py search_kernel.py, sha256 31c82882ce813863e2b38135affeb9987792bfbb7ba1902e3f65ab6b45a4efb1
define i32 @count_each(ptr %retptr, ptr %excinfo, i64 %arg.firsts, i64 %arg.number, i64 %arg.place, i64 %arg.most_states, i64 %arg.budget, i64 %arg.shift, ptr %arg.boards, ptr %arg.numbers, ptr %arg.options, ptr %arg.starts, ptr %arg.masks, ptr %arg.own, ptr %arg.own_starts, ptr %arg.words, ptr %arg.places, ptr %arg.ends, ptr %arg.totals, ptr %arg.cursor, ptr %arg.keys, ptr %arg.values) {
B0:
  %.107 = alloca ptr, align 8
  %excinfo.1 = alloca ptr, align 8
  %.144 = alloca i64, align 8
  %excinfo.2 = alloca ptr, align 8
  %.69 = getelementptr i8, ptr %arg.cursor, i64 8
  %.70 = load i64, ptr %.69, align 8
  %.71 = add nsw i64 %.70, %arg.budget
  %.77 = icmp slt i64 %arg.place, %arg.number
  %.92 = icmp sgt i64 %arg.budget, 0
  %or.cond = select i1 %.77, i1 %.92, i1 false
  br i1 %or.cond, label %B90.preheader, label %B342

B90.preheader:                                    ; preds = %B0
  %0 = shl i64 %arg.place, 4
  %1 = add nuw nsw i64 %0, 8
  %scevgep = getelementptr i8, ptr %arg.numbers, i64 %1
  %2 = add i64 %arg.number, -1
  br label %B90

B90:                                              ; preds = %B318, %B90.preheader
  %lsr.iv = phi ptr [ %scevgep, %B90.preheader ], [ %scevgep13, %B318 ]
  %place.2.1 = phi i64 [ %.190, %B318 ], [ %arg.place, %B90.preheader ]
  %3 = shl i64 %place.2.1, 3
  %scevgep15 = getelementptr i8, ptr %arg.boards, i64 %3
  %.103 = load i64, ptr %scevgep15, align 8
  %.111 = call i32 @count_each_part1(ptr nonnull %.107, ptr nonnull %excinfo.1, i64 %arg.firsts, i64 %.103, ptr %arg.options, ptr %arg.starts, ptr %arg.masks, ptr %arg.own, ptr %arg.own_starts, ptr %arg.words, ptr %arg.places, ptr %arg.ends, ptr %arg.totals, ptr nonnull %arg.cursor)
  switch i32 %.111, label %common.ret [
    i32 -2, label %B90.endif
    i32 0, label %B90.endif
  ]

B234:                                             ; preds = %B90.endif.endif
  %.176 = load i64, ptr %arg.totals, align 8
  %scevgep14 = getelementptr i8, ptr %lsr.iv, i64 -8
  store i64 %.176, ptr %scevgep14, align 8
  store i64 1, ptr %lsr.iv, align 8
  br label %B296

B296:                                             ; preds = %B90.endif.endif, %B234
  %exitcond.not = icmp eq i64 %2, %place.2.1
  br i1 %exitcond.not, label %B342, label %B318

B318:                                             ; preds = %B296
  %.190 = add i64 %place.2.1, 1
  %sunkaddr = getelementptr i8, ptr %arg.cursor, i64 8
  %.213 = load i64, ptr %sunkaddr, align 8
  %.215 = icmp slt i64 %.213, %.71
  %scevgep13 = getelementptr i8, ptr %lsr.iv, i64 16
  br i1 %.215, label %B90, label %B342

common.ret:                                       ; preds = %B90.endif, %B342, %B90
  %excinfo.sink = phi ptr [ %retptr, %B342 ], [ %excinfo, %B90 ], [ %excinfo, %B90.endif ]
  %common.ret.op = phi i32 [ 0, %B342 ], [ %.111, %B90 ], [ %.150, %B90.endif ]
  store ptr null, ptr %excinfo.sink, align 8
  ret i32 %common.ret.op

B342:                                             ; preds = %B318, %B296, %B0
  %place.3.0 = phi i64 [ %arg.place, %B0 ], [ %arg.number, %B296 ], [ %.190, %B318 ]
  %.254 = getelementptr i8, ptr %arg.cursor, i64 16
  store i64 %place.3.0, ptr %.254, align 8
  br label %common.ret

B90.endif:                                        ; preds = %B90, %B90
  store i64 0, ptr %.144, align 8
  %.150 = call i32 @count_each_part3(ptr nonnull %.144, ptr nonnull %excinfo.2, i64 %arg.most_states, i64 %arg.shift, ptr %arg.options, ptr %arg.starts, ptr %arg.masks, ptr %arg.own, ptr %arg.own_starts, ptr %arg.words, ptr %arg.places, ptr %arg.ends, ptr %arg.totals, ptr nonnull %arg.cursor, ptr %arg.keys, ptr %arg.values)
  switch i32 %.150, label %common.ret [
    i32 -2, label %B90.endif.endif
    i32 0, label %B90.endif.endif
  ]

B90.endif.endif:                                  ; preds = %B90.endif, %B90.endif
  %.160 = load i64, ptr %.144, align 8
  %.172 = icmp eq i64 %.160, 0
  br i1 %.172, label %B234, label %B296
}

define internal i32 @count_each_part1(ptr %retptr, ptr %excinfo, i64 %arg.firsts, i64 %arg.word, ptr %arg.arrays.0, ptr %arg.arrays.1, ptr %arg.arrays.2, ptr %arg.stack.0, ptr %arg.stack.1, ptr %arg.stack.2, ptr %arg.stack.3, ptr %arg.stack.4, ptr %arg.stack.5, ptr %arg.stack.6) {
B0.endif:
  %.59 = getelementptr i8, ptr %arg.arrays.2, i64 8
  %.60 = load i64, ptr %.59, align 8
  %.61 = getelementptr i8, ptr %arg.arrays.2, i64 16
  %.62 = load i64, ptr %.61, align 8
  %.63 = getelementptr i8, ptr %arg.arrays.2, i64 24
  %.64 = load i64, ptr %.63, align 8
  %.186132.not = icmp slt i64 %arg.firsts, 1
  br i1 %.186132.not, label %B352, label %B178.endif.lr.ph

B178.endif.lr.ph:                                 ; preds = %B0.endif
  %.58 = load i64, ptr %arg.arrays.2, align 8
  %.369 = xor i64 %arg.word, -1
  %0 = and i64 %.58, %.369
  %scevgep = getelementptr i8, ptr %arg.arrays.0, i64 8
  br label %B178.endif

B176.loopexit:                                    ; preds = %B254.prol.loopexit, %B178.endif, %B348.1
  %kept.3.1.lcssa = phi i64 [ %kept.2.0135, %B178.endif ], [ %kept.4.2.lcssa.unr, %B254.prol.loopexit ], [ %kept.4.2.1, %B348.1 ]
  %exitcond.not = icmp eq i64 %.199, %arg.firsts
  br i1 %exitcond.not, label %B352, label %B178.endif

B254:                                             ; preds = %B254.preheader1, %B348.1
  %lsr.iv3 = phi ptr [ %scevgep2, %B254.preheader1 ], [ %scevgep4, %B348.1 ]
  %lsr.iv = phi i64 [ %2, %B254.preheader1 ], [ %lsr.iv.next, %B348.1 ]
  %kept.3.1123 = phi i64 [ %kept.3.1123.unr, %B254.preheader1 ], [ %kept.4.2.1, %B348.1 ]
  %scevgep5 = getelementptr i8, ptr %lsr.iv3, i64 -8
  %.364 = load i64, ptr %scevgep5, align 8
  %.373 = and i64 %.364, %0
  %.377 = add i64 %.364, %.369
  %.379 = and i64 %.377, %.60
  %.380 = or i64 %.379, %.373
  %.381 = icmp eq i64 %.380, 0
  br i1 %.381, label %B328, label %B348

B328:                                             ; preds = %B254
  %.386 = getelementptr i64, ptr %arg.stack.0, i64 %kept.3.1123
  store i64 %.364, ptr %.386, align 8
  %.391 = add nsw i64 %kept.3.1123, 1
  br label %B348

B348:                                             ; preds = %B328, %B254
  %kept.4.2 = phi i64 [ %.391, %B328 ], [ %kept.3.1123, %B254 ]
  %.364.1 = load i64, ptr %lsr.iv3, align 8
  %.373.1 = and i64 %.364.1, %0
  %.377.1 = add i64 %.364.1, %.369
  %.379.1 = and i64 %.377.1, %.60
  %.380.1 = or i64 %.379.1, %.373.1
  %.381.1 = icmp eq i64 %.380.1, 0
  br i1 %.381.1, label %B328.1, label %B348.1

B328.1:                                           ; preds = %B348
  %.386.1 = getelementptr i64, ptr %arg.stack.0, i64 %kept.4.2
  store i64 %.364.1, ptr %.386.1, align 8
  %.391.1 = add nsw i64 %kept.4.2, 1
  br label %B348.1

B348.1:                                           ; preds = %B328.1, %B348
  %kept.4.2.1 = phi i64 [ %.391.1, %B328.1 ], [ %kept.4.2, %B348 ]
  %lsr.iv.next = add i64 %lsr.iv, -2
  %scevgep4 = getelementptr i8, ptr %lsr.iv3, i64 16
  %.320.1 = icmp sgt i64 %lsr.iv.next, 2
  br i1 %.320.1, label %B254, label %B176.loopexit

B352:                                             ; preds = %B176.loopexit, %B0.endif
  %kept.2.0.lcssa = phi i64 [ 0, %B0.endif ], [ %kept.3.1.lcssa, %B176.loopexit ]
  %.432 = getelementptr i64, ptr %arg.stack.1, i64 %arg.firsts
  store i64 %kept.2.0.lcssa, ptr %.432, align 8
  store i64 -1, ptr %arg.stack.6, align 8
  %.443 = and i64 %.64, %arg.word
  %.446.not = icmp eq i64 %.443, 0
  %spec.select = zext i1 %.446.not to i64
  store i64 %spec.select, ptr %arg.stack.5, align 8
  %.463 = and i64 %.62, %arg.word
  %.466.not = icmp eq i64 %.463, 0
  br i1 %.466.not, label %B552, label %B426

B426:                                             ; preds = %B352
  %.469 = tail call i64 @llvm.cttz.i64(i64 %arg.word, i1 true)
  %.471 = getelementptr i64, ptr %arg.stack.1, i64 %.469
  %.472 = load i64, ptr %.471, align 8
  %.475 = getelementptr i8, ptr %.471, i64 8
  %.476 = load i64, ptr %.475, align 8
  store i64 %arg.word, ptr %arg.stack.2, align 8
  store i64 %.472, ptr %arg.stack.3, align 8
  store i64 %.476, ptr %arg.stack.4, align 8
  store i64 0, ptr %arg.stack.5, align 8
  store i64 0, ptr %arg.stack.6, align 8
  br label %B552

B552:                                             ; preds = %B426, %B352
  %.527 = getelementptr i8, ptr %arg.stack.6, i64 8
  %.528 = load i64, ptr %.527, align 8
  %.529 = add nsw i64 %.528, 1
  store i64 %.529, ptr %.527, align 8
  store ptr null, ptr %retptr, align 8
  ret i32 0

B178.endif:                                       ; preds = %B176.loopexit, %B178.endif.lr.ph
  %kept.2.0135 = phi i64 [ 0, %B178.endif.lr.ph ], [ %kept.3.1.lcssa, %B176.loopexit ]
  %.192127133 = phi i64 [ 0, %B178.endif.lr.ph ], [ %.199, %B176.loopexit ]
  %.199 = add nuw nsw i64 %.192127133, 1
  %.230 = getelementptr i64, ptr %arg.stack.1, i64 %.192127133
  store i64 %kept.2.0135, ptr %.230, align 8
  %.235 = getelementptr i64, ptr %arg.arrays.1, i64 %.192127133
  %.236 = load i64, ptr %.235, align 8
  %.239 = getelementptr i8, ptr %.235, i64 8
  %.240 = load i64, ptr %.239, align 8
  %.277 = sub i64 %.240, %.236
  %.320120.not = icmp slt i64 %.277, 1
  br i1 %.320120.not, label %B176.loopexit, label %B254.preheader

B254.preheader:                                   ; preds = %B178.endif
  %.neg = add i64 %.236, 1
  %xtraiter = and i64 %.277, 1
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %B254.prol.loopexit, label %B254.prol

B254.prol:                                        ; preds = %B254.preheader
  %.329.prol = add nsw i64 %.277, -1
  %.363.prol = getelementptr i64, ptr %arg.arrays.0, i64 %.236
  %.364.prol = load i64, ptr %.363.prol, align 8
  %.373.prol = and i64 %.364.prol, %0
  %.377.prol = add i64 %.364.prol, %.369
  %.379.prol = and i64 %.377.prol, %.60
  %.380.prol = or i64 %.379.prol, %.373.prol
  %.381.prol = icmp eq i64 %.380.prol, 0
  br i1 %.381.prol, label %B328.prol, label %B254.prol.loopexit

B328.prol:                                        ; preds = %B254.prol
  %.386.prol = getelementptr i64, ptr %arg.stack.0, i64 %kept.2.0135
  store i64 %.364.prol, ptr %.386.prol, align 8
  %.391.prol = add nsw i64 %kept.2.0135, 1
  br label %B254.prol.loopexit

B254.prol.loopexit:                               ; preds = %B328.prol, %B254.prol, %B254.preheader
  %kept.3.1123.unr = phi i64 [ %kept.2.0135, %B254.preheader ], [ %.391.prol, %B328.prol ], [ %kept.2.0135, %B254.prol ]
  %.319118122.unr = phi i64 [ %.277, %B254.preheader ], [ %.329.prol, %B328.prol ], [ %.329.prol, %B254.prol ]
  %.326119121.unr = phi i64 [ %.236, %B254.preheader ], [ %.neg, %B328.prol ], [ %.neg, %B254.prol ]
  %kept.4.2.lcssa.unr = phi i64 [ poison, %B254.preheader ], [ %.391.prol, %B328.prol ], [ %kept.2.0135, %B254.prol ]
  %1 = icmp eq i64 %.240, %.neg
  br i1 %1, label %B176.loopexit, label %B254.preheader1

B254.preheader1:                                  ; preds = %B254.prol.loopexit
  %2 = add nuw i64 %.319118122.unr, 2
  %3 = shl i64 %.326119121.unr, 3
  %scevgep2 = getelementptr i8, ptr %scevgep, i64 %3
  br label %B254
}

declare i64 @llvm.cttz.i64(i64, i1 immarg)

define internal i32 @count_each_part3(ptr %retptr, ptr %excinfo, i64 %arg.budget, i64 %arg.shift, ptr %arg.arrays.0, ptr %arg.arrays.1, ptr %arg.arrays.2, ptr %arg.stack.0, ptr %arg.stack.1, ptr %arg.stack.2, ptr %arg.stack.3, ptr %arg.stack.4, ptr %arg.stack.5, ptr %arg.stack.6, ptr %arg.table.0, ptr %arg.table.1) {
B0:
  %.70 = load i64, ptr %arg.arrays.2, align 8
  %.71 = getelementptr i8, ptr %arg.arrays.2, i64 8
  %.72 = load i64, ptr %.71, align 8
  %.73 = getelementptr i8, ptr %arg.arrays.2, i64 16
  %.74 = load i64, ptr %.73, align 8
  %.75 = getelementptr i8, ptr %arg.arrays.2, i64 24
  %.76 = load i64, ptr %.75, align 8
  %.115 = load i64, ptr %arg.stack.6, align 8
  %.120 = getelementptr i8, ptr %arg.stack.6, i64 8
  %.121 = load i64, ptr %.120, align 8
  %.125 = add i64 %.121, %arg.budget
  %.162338 = icmp sgt i64 %.115, -1
  br i1 %.162338, label %B186.preheader.preheader, label %B964

B186.preheader.preheader:                         ; preds = %B0
  %const = bitcast i64 -7046029254386353131 to i64
  %.189.phi.trans.insert.phi.trans.insert = getelementptr i64, ptr %arg.stack.5, i64 %.115
  %.190.pre.pre = load i64, ptr %.189.phi.trans.insert.phi.trans.insert, align 8
  br label %B186.preheader

B186.preheader:                                   ; preds = %B746, %B186.preheader.preheader
  %.190.pre = phi i64 [ 0, %B746 ], [ %.190.pre.pre, %B186.preheader.preheader ]
  %nodes.3.0340 = phi i64 [ %.406, %B746 ], [ %.121, %B186.preheader.preheader ]
  %depth.3.0339 = phi i64 [ %.426, %B746 ], [ %.115, %B186.preheader.preheader ]
  br label %B186

B186:                                             ; preds = %B878, %B186.preheader
  %.190 = phi i64 [ %math236, %B878 ], [ %.190.pre, %B186.preheader ]
  %depth.5.1 = phi i64 [ %.672, %B878 ], [ %depth.3.0339, %B186.preheader ]
  %.177 = getelementptr i64, ptr %arg.stack.2, i64 %depth.5.1
  %.178 = load i64, ptr %.177, align 8
  %.181 = getelementptr i64, ptr %arg.stack.3, i64 %depth.5.1
  %.182 = load i64, ptr %.181, align 8
  %.185 = getelementptr i64, ptr %arg.stack.4, i64 %depth.5.1
  %.186 = load i64, ptr %.185, align 8
  %.251333 = icmp slt i64 %.182, %.186
  br i1 %.251333, label %B272.preheader.lr.ph, label %B796

B272.preheader.lr.ph:                             ; preds = %B186
  %.287 = xor i64 %.178, -1
  %0 = and i64 %.70, %.287
  br label %B272.outer

B272.outer:                                       ; preds = %B730, %B272.preheader.lr.ph
  %place.4.3.ph = phi i64 [ %.182, %B272.preheader.lr.ph ], [ %2, %B730 ]
  %total.2.3.ph = phi i64 [ %.190, %B272.preheader.lr.ph ], [ %.471255, %B730 ]
  br label %B272

B260.loopexit:                                    ; preds = %B272
  %.280 = add i64 %place.4.3, 1
  %.251 = icmp slt i64 %.280, %.186
  br i1 %.251, label %B272, label %B796

B272:                                             ; preds = %B260.loopexit, %B272.outer
  %place.4.3 = phi i64 [ %.280, %B260.loopexit ], [ %place.4.3.ph, %B272.outer ]
  %1 = shl i64 %place.4.3, 3
  %scevgep = getelementptr i8, ptr %arg.stack.0, i64 %1
  %.273 = load i64, ptr %scevgep, align 8
  %.275 = sub i64 %.178, %.273
  %.290 = and i64 %0, %.273
  %.292 = xor i64 %.275, -1
  %.294 = and i64 %.72, %.292
  %.295 = or i64 %.294, %.290
  %.296.not = icmp eq i64 %.295, 0
  br i1 %.296.not, label %B360, label %B260.loopexit

B360:                                             ; preds = %B272
  %.313 = and i64 %.275, %.74
  %.314 = icmp eq i64 %.313, 0
  %2 = add i64 %place.4.3, 1
  br i1 %.314, label %B388, label %B428

B388:                                             ; preds = %B360
  %.318 = and i64 %.275, %.76
  %.321.not = icmp eq i64 %.318, 0
  br i1 %.321.not, label %B692, label %B730

B428:                                             ; preds = %B360
  %.338 = mul i64 %.275, %const
  %.340 = lshr i64 %.338, %arg.shift
  %.346 = getelementptr i64, ptr %arg.table.0, i64 %.340
  %.347 = load i64, ptr %.346, align 8
  %.349.not = icmp eq i64 %.347, %.275
  br i1 %.349.not, label %B676, label %B478

B478:                                             ; preds = %B428
  %.357 = icmp eq i64 %nodes.3.0340, %.125
  %3 = add i64 %place.4.3, 1
  br i1 %.357, label %B772, label %B746

B676:                                             ; preds = %B428
  %.462 = getelementptr i64, ptr %arg.table.1, i64 %.340
  %.463 = load i64, ptr %.462, align 8
  br label %B692

B692:                                             ; preds = %B676, %B388
  %number.2.5 = phi i64 [ %.463, %B676 ], [ 1, %B388 ]
  %4 = tail call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %number.2.5, i64 %total.2.3.ph)
  %math = extractvalue { i64, i1 } %4, 0
  %ov = extractvalue { i64, i1 } %4, 1
  br i1 %ov, label %B772.loopexit, label %B730

B730:                                             ; preds = %B692, %B388
  %.471255 = phi i64 [ %math, %B692 ], [ %total.2.3.ph, %B388 ]
  %.543 = icmp slt i64 %2, %.186
  br i1 %.543, label %B272.outer, label %B796

B746:                                             ; preds = %B478
  %.406 = add nsw i64 %nodes.3.0340, 1
  %sunkaddr = shl i64 %depth.5.1, 3
  %sunkaddr229 = getelementptr i8, ptr %arg.stack.3, i64 %sunkaddr
  store i64 %3, ptr %sunkaddr229, align 8
  %sunkaddr231 = getelementptr i8, ptr %arg.stack.5, i64 %sunkaddr
  store i64 %total.2.3.ph, ptr %sunkaddr231, align 8
  %.426 = add nsw i64 %depth.5.1, 1
  %.432 = tail call i64 @llvm.cttz.i64(i64 %.275, i1 true)
  %.434 = getelementptr i64, ptr %arg.stack.1, i64 %.432
  %.435 = load i64, ptr %.434, align 8
  %.438 = getelementptr i8, ptr %.434, i64 8
  %.439 = load i64, ptr %.438, align 8
  %.442 = getelementptr i64, ptr %arg.stack.2, i64 %.426
  store i64 %.275, ptr %.442, align 8
  %.447 = getelementptr i64, ptr %arg.stack.3, i64 %.426
  store i64 %.435, ptr %.447, align 8
  %.450 = getelementptr i64, ptr %arg.stack.4, i64 %.426
  store i64 %.439, ptr %.450, align 8
  %.453 = getelementptr i64, ptr %arg.stack.5, i64 %.426
  store i64 0, ptr %.453, align 8
  %.162 = icmp sgt i64 %depth.5.1, -2
  br i1 %.162, label %B186.preheader, label %B964

B772.loopexit:                                    ; preds = %B692
  %5 = add i64 %place.4.3, 1
  br label %B772

B772:                                             ; preds = %B772.loopexit, %B478
  %nodes.3.0340371 = phi i64 [ %nodes.3.0340, %B772.loopexit ], [ %.125, %B478 ]
  %total.4.4.ph291 = phi i64 [ %math, %B772.loopexit ], [ %total.2.3.ph, %B478 ]
  %place.5.4.ph290 = phi i64 [ %5, %B772.loopexit ], [ %place.4.3, %B478 ]
  %outcome.4.4.ph289 = phi i64 [ 2, %B772.loopexit ], [ 1, %B478 ]
  %sunkaddr232 = shl i64 %depth.5.1, 3
  %sunkaddr233 = getelementptr i8, ptr %arg.stack.3, i64 %sunkaddr232
  store i64 %place.5.4.ph290, ptr %sunkaddr233, align 8
  %sunkaddr235 = getelementptr i8, ptr %arg.stack.5, i64 %sunkaddr232
  store i64 %total.4.4.ph291, ptr %sunkaddr235, align 8
  br label %B964

B796:                                             ; preds = %B730, %B260.loopexit, %B186
  %total.4.4.ph = phi i64 [ %.190, %B186 ], [ %total.2.3.ph, %B260.loopexit ], [ %.471255, %B730 ]
  %.658 = mul i64 %.178, %const
  %.660 = lshr i64 %.658, %arg.shift
  %.663 = getelementptr i64, ptr %arg.table.0, i64 %.660
  store i64 %.178, ptr %.663, align 8
  %.669 = getelementptr i64, ptr %arg.table.1, i64 %.660
  store i64 %total.4.4.ph, ptr %.669, align 8
  %.672 = add nsw i64 %depth.5.1, -1
  %.679 = icmp slt i64 %depth.5.1, 1
  br i1 %.679, label %B950.thread, label %B878

B950.thread:                                      ; preds = %B796
  store i64 %total.4.4.ph, ptr %arg.stack.5, align 8
  br label %B964

B878:                                             ; preds = %B796
  %.690 = getelementptr i64, ptr %arg.stack.5, i64 %.672
  %.691 = load i64, ptr %.690, align 8
  %6 = tail call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %.691, i64 %total.4.4.ph)
  %math236 = extractvalue { i64, i1 } %6, 0
  %ov237 = extractvalue { i64, i1 } %6, 1
  store i64 %math236, ptr %.690, align 8
  br i1 %ov237, label %B964, label %B186

B964:                                             ; preds = %B878, %B950.thread, %B772, %B746, %B0
  %nodes.3.0327 = phi i64 [ %nodes.3.0340371, %B772 ], [ %nodes.3.0340, %B950.thread ], [ %nodes.3.0340, %B878 ], [ %.121, %B0 ], [ %.406, %B746 ]
  %depth.6.2 = phi i64 [ %depth.5.1, %B772 ], [ %.672, %B950.thread ], [ %.672, %B878 ], [ %.115, %B0 ], [ %.426, %B746 ]
  %outcome.7.2 = phi i64 [ %outcome.4.4.ph289, %B772 ], [ 0, %B950.thread ], [ 2, %B878 ], [ 0, %B0 ], [ 0, %B746 ]
  store i64 %depth.6.2, ptr %arg.stack.6, align 8
  %sunkaddr192 = getelementptr i8, ptr %arg.stack.6, i64 8
  store i64 %nodes.3.0327, ptr %sunkaddr192, align 8
  store i64 %outcome.7.2, ptr %retptr, align 8
  ret i32 0
}

declare { i64, i1 } @llvm.uadd.with.overflow.i64(i64, i64)
